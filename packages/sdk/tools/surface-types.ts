import { type Absent, isStatic, OPERATORS, type Surface, type SurfaceMember, type SurfaceType } from './surface.ts'

/**
 * A program that compiles only while every member has the type that the native surface gives it: parameters and results of
 * each, with a callback and as a promise, and every type of callback.
 */
export function surfaceTypes(surface: Surface, absent: Absent): string {
	const present = surface.types
		.filter(({ name }) => !absent.types.includes(name))
		.map((type) => presentOf(type, absent))
	const text = present.map(typeChecks).join('\n\n')
	const names = new Set([...text.matchAll(/(?<![\w.])[A-Z]\w+/g)].map(([name]) => name))
	const imported = [...names].filter((name) => !GLOBAL.has(name)).sort()
	// Classes are values too: their statics are looked at.
	const values = present.filter(({ members }) => members.some(isStatic)).map(({ name }) => name)
	return [
		'/** The types of the native surface: checked by tsc, never run. Generated: `npm run contract -w packages/sdk`. */',
		`import { ${imported.map((name) => (values.includes(name) ? name : `type ${name}`)).join(', ')} } from '../src/index.ts'`,
		'',
		'declare function holds<T>(value: T): void',
		'type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false',
		"declare function same<A, B>(..._: Equal<A, B> extends true ? [] : ['not the same', A, B]): void",
		'',
		text,
		'',
	].join('\n')
}

/** A type with what there is of it: members, and the callbacks that these take. */
function presentOf(type: SurfaceType, absent: Absent): SurfaceType {
	const members = type.members.filter(({ name }) => !OPERATORS.has(name) && !absent.members[type.name]?.includes(name))
	const taken = new Set(members.flatMap(({ params }) => params.map(({ ts }) => ts)))
	const callback_types = (type.callback_types ?? []).filter(({ name }) => taken.has(`${type.name}.${name}`))
	return { ...type, members, callback_types }
}

/** Sets of bits are numbers: no member of the enum is the sum of two. */
const asHere = (ts: string) => ts.replace('ActivityGamePlatforms', 'number')

const GLOBAL = new Set(['Promise', 'Record', 'Int16Array'])

function typeChecks({ name, members, callback_types: callbacks = [] }: SurfaceType): string {
	const lines = members.flatMap((member) => memberChecks(name, member))
	const same = callbacks.map((callback) => `\tsame<${name}.${callback.name}, ${callback.ts}>()`)
	return `export function of${name}(it: ${name}): void {\n${[...lines, ...same].join('\n')}\n}`
}

function memberChecks(type: string, member: SurfaceMember): string[] {
	const { name, params, returns, ts_promise: promised } = member
	const at = isStatic(member) ? `${type}.${name}` : `it.${name}`
	const parameter = ({ name: called, ts }: { name: string; ts: string }) =>
		`${called.slice(0, 1).toLowerCase()}${called.slice(1)}: ${asHere(ts)}`
	const lines = [`\tholds<(${params.map(parameter).join(', ')}) => ${asHere(returns?.ts ?? 'void')}>(${at})`]
	// Told as `Promise<…>; rejects with …`: the callback is left out.
	const [promise] = promised?.split(';') ?? []
	const isWhole = promise !== undefined && promise.split('<').length === promise.split('>').length
	const given = isWhole ? promise : promised?.slice(0, promised.lastIndexOf('>') + 1)
	if (given) lines.push(`\tholds<(${params.slice(0, -1).map(parameter).join(', ')}) => ${given}>(${at})`)
	return lines
}
