import { Copyable } from './object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from './snowflake.ts'

/** How one field of a record is taken, kept, given and shown. */
export interface Field<In, Out> {
	initial(): Out
	/** Throws `TypeError` or `RangeError` for what has the wrong type; rules of meaning are checked where it is used. */
	accept(value: In, where: string): Out
	/** What a getter gives: values that can change are copied. */
	give(value: Out): Out
	/** The value in JSON, `undefined` to leave it out. */
	show(value: Out): unknown
}

// biome-ignore lint/suspicious/noExplicitAny: any field, whatever it takes and gives
export type Fields = Readonly<Record<string, Field<any, any>>>
export type In<F> = F extends Field<infer I, infer _> ? I : never
export type Out<F> = F extends Field<infer _, infer O> ? O : never

/** What a constructor takes: every field by its camelCase name. */
export type Init<S extends Fields> = { [K in keyof S]?: In<S[K]> | undefined }
export type Values<S extends Fields> = { [K in keyof S]: Out<S[K]> }

const same = <T>(value: T): T => value

export function id(initial: Snowflake = 0n): Field<SnowflakeLike, Snowflake> {
	return { initial: () => initial, accept: toSnowflake, give: same, show: String }
}

export function text(initial = ''): Field<string, string> {
	return plain(initial, 'string')
}

export function flag(initial = false): Field<boolean, boolean> {
	return plain(initial, 'boolean')
}

export function real(initial = 0): Field<number, number> {
	return plain(initial, 'number')
}

/** A number without a fraction, that is exact. */
export function whole(initial = 0): Field<number, number> {
	return {
		...plain(initial, 'number'),
		accept: (value, where) => (Number.isSafeInteger(value) ? value : wrong(where, 'whole number')),
	}
}

/** A value of an enum. Any integer is kept, as the game may know values this build does not. */
export function member<E extends number>(initial: E): Field<E, E> {
	return { ...plain<E>(initial, 'number'), accept: integer<E> }
}

/** A 64-bit set of bits. */
export function bits(): Field<bigint, bigint> {
	return {
		...plain(0n, 'bigint'),
		accept: (value, where) => toSnowflake(typeof value === 'bigint' ? value : wrong(where, 'bigint'), where),
		show: String,
	}
}

export function choice<T extends string>(...values: readonly [T, ...T[]]): Field<T, T> {
	return {
		...plain<T>(values[0], 'string'),
		accept: (value, where) => (values.includes(value) ? value : wrong(where, values.join(' or '))),
	}
}

/** Something that does work for the SDK: a function or an object with functions. Not shown. */
export function collaborator<T extends object>(): Field<T | null | undefined, T | undefined> {
	return {
		initial: () => undefined,
		accept(value, where) {
			if (value === null || value === undefined) return undefined
			return typeof value === 'object' || typeof value === 'function' ? value : wrong(where, 'function or object')
		},
		give: same,
		show: () => undefined,
	}
}

/** A record inside a record, also as what its constructor takes: kept and given as a copy. */
export function record<T extends Copyable<object> & { toJSON(): unknown }, I extends object>(
	of: new (init?: I) => T,
): Field<T | I, T> {
	return {
		initial: () => new of(),
		accept(value, where) {
			if (typeof value !== 'object' || value === null) return wrong(where, of.name)
			if (!(value instanceof Copyable)) return new of(value)
			return value instanceof of && value.isValid() ? value.copy() : wrong(where, `valid ${of.name}`)
		},
		give: (value) => value.copy(),
		show: (value) => value.toJSON(),
	}
}

/** Several, given as a new array each time. */
export function list<I, O>(field: Field<I, O>): Field<readonly I[], O[]> {
	return {
		initial: () => [],
		accept: (values, where) =>
			Array.isArray(values) ? values.map((value) => field.accept(value, where)) : wrong(where, 'list'),
		give: (values) => values.map(field.give),
		show: (values) => values.map(field.show),
	}
}

/** A field that may be absent; the setter takes `null` or `undefined` to clear it. */
export function optional<I, O>(field: Field<I, O>): Field<I | null | undefined, O | undefined> {
	return {
		initial: () => undefined,
		accept: (value, where) => (value === null || value === undefined ? undefined : field.accept(value, where)),
		give: (value) => (value === undefined ? undefined : field.give(value)),
		show: (value) => (value === undefined ? undefined : field.show(value)),
	}
}

function plain<T>(initial: T, type: 'string' | 'boolean' | 'number' | 'bigint'): Field<T, T> {
	return {
		initial: () => initial,
		accept: (value, where) => (typeof value === type ? value : wrong(where, type)),
		give: same,
		show: same,
	}
}

function integer<E extends number>(value: E, where: string): E {
	return Number.isInteger(value) ? value : wrong(where, 'value of the enum')
}

function wrong(where: string, wanted: string): never {
	throw new TypeError(`${where}: a ${wanted} is needed`)
}
