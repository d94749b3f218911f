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
	type TRecord,
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

export const text = (min: number, max: number, said: Said<string> = {}): TString =>
	Type.String({ minLength: min, maxLength: max, ...said })

/** Text without a bound of ours: for answers, never for requests. */
export const anyText: TString = Type.String()

export const integer = (minimum: number, maximum: number, said: Said<number> = {}): TInteger =>
	Type.Integer({ minimum, maximum, ...said })

/** A 32-bit integer, for answers and flags. */
export const int32: TInteger = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })

export const float = (said: Said<number> = {}): TNumber => Type.Number({ ...said })

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
export const map = <S extends TSchema>(values: S): TRecord<string, S> =>
	Type.Record(Type.String(), values) as unknown as TRecord<string, S>
export const object = <P extends TProperties>(properties: P): TObject<P> => Type.Object(properties)
export const either = <S extends TSchema[]>(...schemas: [...S]): TUnion<S> => Type.Union(schemas)

/** One of these values and nothing else. */
export const oneOf = <const V extends readonly (string | number)[]>(...values: V): TUnsafe<V[number]> =>
	Type.Unsafe<V[number]>({ enum: [...values], type: typeof values[0] === 'string' ? 'string' : 'integer' })

/** All properties of several objects. */
export const allOf = <A extends TProperties, B extends TProperties>(a: TObject<A>, b: TObject<B>): TObject<A & B> =>
	Type.Object({ ...a.properties, ...b.properties }) as unknown as TObject<A & B>

/** The same object with every property optional. */
export const partial = <P extends TProperties>(schema: TObject<P>) => Type.Partial(schema)

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
