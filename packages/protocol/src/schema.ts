/**
 * The words shapes are written in. The only file that names the schema library: what these functions return *is* JSON
 * Schema, so the validator, the OpenAPI document and other languages' SDKs read the same object.
 */
import Type, {
	type Static,
	type TArray,
	type TBoolean,
	type TInteger,
	type TNull,
	type TNumber,
	type TObject,
	type TProperties,
	type TSchema,
	type TString,
	type TUnion,
	type TUnknown,
	type TUnsafe,
} from 'typebox'

export type Schema = TSchema
export type Infer<S extends TSchema> = Static<S>

/** Options every word takes: a sentence for the documentation, a default that the validator fills in. */
interface Said<T> {
	description?: string
	default?: T
}

/** An id. On the wire a decimal string; in requests a number is accepted too (HC-54) and read as its digits. */
export const snowflake: TString = Type.String({ format: 'snowflake' })

/** An ISO 8601 timestamp; the platform writes microseconds and an offset (HC-92). */
export const timestamp: TString = Type.String({ format: 'date-time' })

/** Permission bits as a decimal string (HC-60); requests may send a number. */
export const permissionBits: TString = Type.String({ format: 'bits' })

/** Image data: `data:image/png;base64,…` (HC-78). */
export const imageData: TString = Type.String({ format: 'image-data' })

/** An absolute http(s) URI of at most `max` characters. */
export const uri = (max = 2048, said: Said<string> = {}): TString =>
	Type.String({ format: 'uri', maxLength: max, ...said })

/** The address of a picture or a file: http(s), or `attachment://name` for one that comes with the message (HC-74). */
export const mediaUri = (max = 2048): TString => Type.String({ format: 'media-uri', maxLength: max })

export const text = (min: number, max: number, said: Said<string> = {}): TString =>
	Type.String({ minLength: min, maxLength: max, ...said })

/** Text of a request that is trimmed before it is measured (HC §10). */
export const trimmed = (min: number, max: number): TString =>
	Type.String({ minLength: min, maxLength: max, 'x-trim': true })

/** Text without a bound of ours: for answers, never for requests. */
export const anyText: TString = Type.String()

export const integer = (minimum: number, maximum: number, said: Said<number> = {}): TInteger =>
	Type.Integer({ minimum, maximum, ...said })

/** A 32-bit integer, for answers and flags. */
export const int32: TInteger = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })

/** An integer that JSON carries without loss, for 64-bit flags in answers. */
export const int53: TInteger = Type.Integer({
	minimum: Number.MIN_SAFE_INTEGER,
	maximum: Number.MAX_SAFE_INTEGER,
})

/** A colour, 0xRRGGBB. */
export const color: TInteger = Type.Integer({ minimum: 0, maximum: 0xffffff })

export const float = (said: Said<number> & { minimum?: number; maximum?: number } = {}): TNumber =>
	Type.Number({ ...said })

export const boolean: TBoolean = Type.Boolean()
export const flag = (fallback: boolean): TBoolean => Type.Boolean({ default: fallback })
export const nothing: TNull = Type.Null()
/** Anything JSON can say. */
export const anything: TUnknown = Type.Unknown()

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
export const nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => Type.Union([schema, Type.Null()])
export const list = <S extends TSchema>(
	items: S,
	bounds: { min?: number; max?: number; unique?: boolean } = {},
): TArray<S> =>
	Type.Array(items, {
		...(bounds.min === undefined ? {} : { minItems: bounds.min }),
		...(bounds.max === undefined ? {} : { maxItems: bounds.max }),
		...(bounds.unique ? { uniqueItems: true } : {}),
	})
/** An object whose keys are free: any of them holds `values`. */
export const map = <S extends TSchema>(values: S, bounds: { max?: number } = {}): TUnsafe<Record<string, Static<S>>> =>
	Type.Unsafe<Record<string, Static<S>>>({
		type: 'object',
		additionalProperties: values,
		...(bounds.max === undefined ? {} : { maxProperties: bounds.max }),
	})
/** The named properties; others are ignored, in requests as in answers. */
export const object = <P extends TProperties>(properties: P): TObject<P> => Type.Object(properties)
export const either = <S extends TSchema[]>(...schemas: [...S]): TUnion<S> => Type.Union(schemas)

/** One of these values and nothing else. */
export const oneOf = <const V extends readonly (string | number)[]>(...values: V): TUnsafe<V[number]> =>
	Type.Unsafe<V[number]>({ enum: [...values], type: typeof values[0] === 'string' ? 'string' : 'integer' })

/**
 * One of these numbers. Its type is `number`: what is stored and read back needs no assertion, and numbers fit the
 * enumerations of the public types.
 */
export const code = (...values: readonly number[]): TUnsafe<number> =>
	Type.Unsafe<number>({ type: 'integer', enum: [...values] })

/** Exactly this value: what tells the members of a `tagged` union apart. */
export const constant = <const V extends string | number>(value: V): TUnsafe<V> =>
	Type.Unsafe<V>({ enum: [value], type: typeof value === 'string' ? 'string' : 'integer' })

/** One of several objects, told apart by the property `tag`, which is a `constant` in each. */
export const tagged = <S extends TObject[]>(tag: string, ...schemas: [...S]): TUnsafe<Static<S[number]>> =>
	Type.Unsafe<Static<S[number]>>({
		type: 'object',
		required: [tag],
		discriminator: { propertyName: tag },
		anyOf: schemas,
	})

/** May be left out, and may be null: how requests of the public API treat nearly every field. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema))

/** All properties of several objects. */
export const allOf = <A extends TProperties, B extends TProperties>(a: TObject<A>, b: TObject<B>): TObject<A & B> =>
	Type.Object({ ...a.properties, ...b.properties }) as unknown as TObject<A & B>

/** The same object with every property optional. */
export const partial = <P extends TProperties>(schema: TObject<P>) => Type.Partial(schema)

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
