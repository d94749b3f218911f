/** The public surface of the native SDK, as `surface.json` of the reference describes it: the parts that matter here. */
export interface Surface {
	enums: { name: string; values: { name: string; value: number }[] }[]
	types: SurfaceType[]
	free_functions: { name: string }[]
}

export interface SurfaceType {
	name: string
	object_behaviour?: { copyable: boolean; publicly_constructible: boolean }
	members: SurfaceMember[]
	callback_types?: { name: string; ts: string }[]
}

export interface SurfaceMember {
	name: string
	kind: string
	params: { name: string; ts: string }[]
	returns?: { ts: string }
	ts_promise?: string
	deprecated: boolean
}

/** What there is of it, as data that a test can check without the reference. */
export interface Contract {
	functions: string[]
	enums: Record<string, Record<string, number>>
	types: Record<string, TypeContract>
}

interface TypeContract {
	isCopyable: boolean
	isConstructible: boolean
	/** How many arguments each takes, a completion callback counted. */
	statics: Record<string, number>
	methods: Record<string, number>
	deprecated: string[]
	/** What we added. */
	extensions: string[]
}

/** What there is not: types as a whole, or members of those there are. */
export interface Absent {
	functions: string[]
	enums: string[]
	types: string[]
	members: Record<string, string[]>
}

type Class = (new (...args: never[]) => object) & Record<string, unknown>

/** Members that stand for operators of the native SDK; the contract test asks for them by behaviour. */
export const OPERATORS = new Set(['copy', 'move', 'isValid', 'nullobj'])

/** `Client::Status` is exported as `ClientStatus`. */
const exportedName = (name: string): string => name.replaceAll('::', '')

/** Compares the module with the surface. */
export function compare(surface: Surface, module: Record<string, unknown>): { present: Contract; absent: Absent } {
	const functions = [...new Set(surface.free_functions.map(({ name }) => name))]
	const has = (name: string) => exportedName(name) in module
	const present: Contract = { functions: functions.filter(has), enums: {}, types: {} }
	const absent: Absent = {
		functions: functions.filter((name) => !has(name)),
		enums: surface.enums.map(({ name }) => name).filter((name) => !has(name)),
		types: surface.types.map(({ name }) => name).filter((name) => !has(name)),
		members: {},
	}
	for (const { name, values } of surface.enums) {
		if (has(name))
			present.enums[exportedName(name)] = Object.fromEntries(values.map((value) => [value.name, value.value]))
	}
	for (const type of surface.types) {
		if (!has(type.name)) continue
		const of = module[type.name] as Class
		present.types[type.name] = typeContract(type, of)
		const missing = type.members.filter((member) => !hasMember(of, member)).map((member) => member.name)
		if (missing.length > 0) absent.members[type.name] = missing
	}
	return { present, absent }
}

function typeContract({ members, object_behaviour: behaviour }: SurfaceType, of: Class): TypeContract {
	const there = members.filter((member) => !OPERATORS.has(member.name) && hasMember(of, member))
	const arities = (wanted: SurfaceMember[]) =>
		Object.fromEntries(wanted.map(({ name, params }) => [name, params.length]))
	const known = new Set(members.map(({ name }) => name))
	return {
		isCopyable: behaviour?.copyable ?? false,
		isConstructible: behaviour?.publicly_constructible ?? false,
		statics: arities(there.filter(isStatic)),
		methods: arities(there.filter((member) => !isStatic(member))),
		deprecated: there.filter(({ deprecated }) => deprecated).map(({ name }) => name),
		extensions: [...methodNames(of)].filter((name) => !known.has(name) && !OPERATORS.has(name)).sort(),
	}
}

export function isStatic({ kind }: SurfaceMember): boolean {
	return kind.startsWith('static')
}

function hasMember(of: Class, member: SurfaceMember): boolean {
	return isStatic(member) ? member.name in of : member.name in of.prototype
}

/** Every method of a class and of those it extends. */
export function methodNames(of: Class): Set<string> {
	const names = new Set<string>()
	for (let at: object = of.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
		for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name)
	}
	return names
}
