import type { Fields, In, Init, Out, Values } from './fields.ts'
import { Copyable, Holding, heldBy, make } from './object.ts'

/** The values of a record together with the fields that say how to handle them. */
class Contents<S extends Fields> {
	readonly fields: S
	readonly values: Values<S>

	constructor(fields: S, values: Values<S>) {
		this.fields = fields
		this.values = values
	}

	duplicate(): Contents<S> {
		return new Contents(
			this.fields,
			mapFields(this.fields, (field, name) => field.give(this.values[name])),
		)
	}
}

/**
 * A value type: copying gives an independent value. Subclasses name the fields one by one, and themselves, as minifiers
 * do not.
 */
export abstract class SdkRecord<S extends Fields> extends Copyable<Contents<S>> {
	constructor(fields: S, given: Init<S> | Holding<Contents<S>> | undefined) {
		super(given instanceof Holding ? given : new Holding(contents(new.target.name, fields, given ?? {})))
	}

	/** The set fields by their camelCase names, ids as decimal text: what a constructor takes. */
	toJSON(): Record<string, unknown> {
		const { fields, values } = heldBy(this)
		const shown = Object.entries(fields).map(([name, field]) => [name, field.show(values[name])] as const)
		return Object.fromEntries(shown.filter(([, value]) => value !== undefined))
	}
}

/** What a getter does. */
export function read<S extends Fields, K extends keyof S & string>(record: SdkRecord<S>, name: K): Out<S[K]> {
	const { fields, values } = heldBy(record)
	return fields[name]?.give(values[name])
}

/** What a setter does. */
export function write<S extends Fields, K extends keyof S & string>(
	record: SdkRecord<S>,
	name: K,
	value: In<S[K]>,
): void {
	const { fields, values } = heldBy(record)
	values[name] = fields[name]?.accept(value, `${record.constructor.name}.${name}`)
}

/** Makes a record whose constructor is not public. */
export function makeRecord<T extends object, S extends Fields>(
	of: { readonly prototype: T },
	fields: S,
	init: Init<S>,
): T {
	return make(of, contents(of.prototype.constructor.name, fields, init))
}

/** What such a constructor does with anything but what {@link makeRecord} gives it. */
export function onlyMadeHere(of: { readonly name: string }, given: unknown): void {
	if (!(given instanceof Holding)) throw new TypeError(`${of.name} cannot be constructed`)
}

function contents<S extends Fields>(of: string, fields: S, init: Init<S>): Contents<S> {
	for (const name of Object.keys(init)) {
		if (!Object.hasOwn(fields, name)) throw new TypeError(`${of} has no field ${name}`)
	}
	const values = mapFields(fields, (field, name) => {
		const value = init[name]
		return value === undefined ? field.initial() : field.accept(value, `${of}.${String(name)}`)
	})
	return new Contents(fields, values)
}

function mapFields<S extends Fields>(fields: S, make: (field: S[keyof S], name: keyof S) => unknown): Values<S> {
	const names: (keyof S)[] = Object.keys(fields)
	return Object.fromEntries(names.map((name) => [name, make(fields[name] as S[keyof S], name)])) as Values<S>
}
