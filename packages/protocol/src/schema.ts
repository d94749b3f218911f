/**
 * The words shapes are written in. What these functions return *is* JSON Schema, so the validator, the OpenAPI document
 * and other languages' SDKs read the same object. Its types are those of the schema library; the objects are made here,
 * because loading the library's own builders, hundreds of files, takes a fifth of a server's start.
 */
import type {
	Static,
	TArray,
	TBoolean,
	TInteger,
	TNull,
	TNumber,
	TObject,
	TOptional,
	TProperties,
	TSchema,
	TString,
	TUnion,
	TUnknown,
	TUnsafe,
} from 'typebox'

/** Marks a property that may be left out; a symbol, so that it is no part of the schema. */
const OPTIONAL = Symbol('optional')

const made = <S extends TSchema>(plain: object): S => plain as S

function madeObject<P extends TProperties>(properties: P): TObject<P> {
	const required = Object.keys(properties).filter((key) => !(OPTIONAL in (properties[key] as object)))
	return made({ type: 'object', ...(required.length > 0 ? { required } : {}), properties })
}

/** A copy, so that the same shape may be required elsewhere. */
const madeOptional = <S extends TSchema>(schema: S): TOptional<S> =>
	made(Object.defineProperty({ ...schema }, OPTIONAL, { value: true }))

export type Schema = TSchema
export type Infer<S extends TSchema> = Static<S>

/** Options every word takes: a sentence for the documentation, a default that the validator fills in. */
interface Said<T> {
	description?: string
	default?: T
}

/** An id. On the wire a decimal string; in requests a number is accepted too (HC-54) and read as its digits. */
export const snowflake: TString = made({ type: 'string', format: 'snowflake' })

/** An ISO 8601 timestamp; the platform writes microseconds and an offset (HC-92). */
export const timestamp: TString = made({ type: 'string', format: 'date-time' })

/** Permission bits as a decimal string (HC-60); requests may send a number. */
export const permissionBits: TString = made({ type: 'string', format: 'bits' })

/** Image data: `data:image/png;base64,…` (HC-78). */
export const imageData: TString = made({ type: 'string', format: 'image-data' })

/** An absolute http(s) URI of at most `max` characters. */
export const uri = (max = 2048, said: Said<string> = {}): TString =>
	made({ type: 'string', format: 'uri', maxLength: max, ...said })

/** The address of a picture or a file: http(s), or `attachment://name` for one that comes with the message (HC-74). */
export const mediaUri = (max = 2048): TString => made({ type: 'string', format: 'media-uri', maxLength: max })

export const text = (min: number, max: number, said: Said<string> = {}): TString =>
	made({ type: 'string', minLength: min, maxLength: max, ...said })

/** Text that has an upper bound alone, and an error of its own beyond it: BASE_TYPE_MAX_LENGTH. */
export const textUpTo = (max: number): TString => made({ type: 'string', maxLength: max, 'x-only-max': 1 })

/** Text of a request that is trimmed before it is measured (HC §10). */
export const trimmed = (min: number, max: number): TString =>
	made({ type: 'string', minLength: min, maxLength: max, 'x-trim': true })

/** Text without a bound of ours: for answers, never for requests. */
export const anyText: TString = made({ type: 'string' })

export const integer = (minimum: number, maximum: number, said: Said<number> = {}): TInteger =>
	made({ type: 'integer', minimum, maximum, ...said })

/** A 32-bit integer, for answers and flags. */
export const int32: TInteger = made({ type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 })

/** An integer that JSON carries without loss, for 64-bit flags in answers. */
export const int53: TInteger = made({
	type: 'integer',
	minimum: Number.MIN_SAFE_INTEGER,
	maximum: Number.MAX_SAFE_INTEGER,
})

/** A colour, 0xRRGGBB. */
export const color: TInteger = made({ type: 'integer', minimum: 0, maximum: 0xffffff })

export const float = (said: Said<number> & { minimum?: number; maximum?: number } = {}): TNumber =>
	made({ type: 'number', ...said })

export const boolean: TBoolean = made({ type: 'boolean' })
export const flag = (fallback: boolean): TBoolean => made({ type: 'boolean', default: fallback })
export const nothing: TNull = made({ type: 'null' })
/** Anything JSON can say. */
export const anything: TUnknown = made({})

export const optional = <S extends TSchema>(schema: S) => madeOptional(schema)
export const nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => made({ anyOf: [schema, nothing] })
export const list = <S extends TSchema>(
	items: S,
	bounds: { min?: number; max?: number; unique?: boolean } = {},
): TArray<S> =>
	made({
		type: 'array',
		items,
		...(bounds.min === undefined ? {} : { minItems: bounds.min }),
		...(bounds.max === undefined ? {} : { maxItems: bounds.max }),
		...(bounds.unique ? { uniqueItems: true } : {}),
	})
/** An object whose keys are free: any of them holds `values`. `key`: how long one may be. */
export const map = <S extends TSchema>(
	values: S,
	bounds: { max?: number; key?: number } = {},
): TUnsafe<Record<string, Static<S>>> =>
	made({
		type: 'object',
		additionalProperties: values,
		...(bounds.max === undefined ? {} : { maxProperties: bounds.max }),
		...(bounds.key === undefined ? {} : { propertyNames: { type: 'string', maxLength: bounds.key } }),
	})
/** The named properties; others are ignored, in requests as in answers. */
export const object = <P extends TProperties>(properties: P): TObject<P> => madeObject(properties)
export const either = <S extends TSchema[]>(...schemas: [...S]): TUnion<S> => made({ anyOf: schemas })

/** One of these values and nothing else. */
export const oneOf = <const V extends readonly (string | number)[]>(...values: V): TUnsafe<V[number]> =>
	made({ enum: [...values], type: typeof values[0] === 'string' ? 'string' : 'integer' })

/**
 * One of these numbers. Its type is `number`: what is stored and read back needs no assertion, and numbers fit the
 * enumerations of the public types.
 */
export const code = (...values: readonly number[]): TUnsafe<number> => made({ type: 'integer', enum: [...values] })

/** Exactly this value: what tells the members of a `tagged` union apart. */
export const constant = <const V extends string | number>(value: V): TUnsafe<V> =>
	made({ enum: [value], type: typeof value === 'string' ? 'string' : 'integer' })

/** One of several objects, told apart by the property `tag`, which is a `constant` in each. */
export const tagged = <S extends TObject[]>(tag: string, ...schemas: [...S]): TUnsafe<Static<S[number]>> =>
	made({
		type: 'object',
		required: [tag],
		discriminator: { propertyName: tag },
		anyOf: schemas,
	})

/** May be left out, and may be null: how requests of the public API treat nearly every field. */
export const maybe = <S extends TSchema>(schema: S) => madeOptional(nullable(schema))

/** All properties of several objects. */
export const allOf = <A extends TProperties, B extends TProperties>(a: TObject<A>, b: TObject<B>): TObject<A & B> =>
	madeObject({ ...a.properties, ...b.properties }) as unknown as TObject<A & B>

/** The same object with every property optional. */
export const partial = <P extends TProperties>(schema: TObject<P>): TObject<{ [K in keyof P]: TOptional<P[K]> }> =>
	made(
		madeObject(Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, madeOptional(value)]))),
	)

/** Gives a shape of a request its name in the documentation. */
export const named = <S extends TSchema>(title: string, schema: S): S => Object.assign(schema, { title })

/**
 * Names a shape of the wire, and checks it against the type that bots are compiled with: where a value of the schema
 * would not be a `Wire`, the call does not compile.
 */
export const resource =
	<Wire = never>() =>
	<S extends TSchema>(
		title: string,
		schema: [Wire] extends [never] ? S : Static<S> extends Wire ? S : { 'not assignable to the public type': Wire },
	): S =>
		Object.assign(schema as S, { title })
