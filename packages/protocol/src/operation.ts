import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorName } from './errors.ts'
import type { PermissionName } from './permissions.ts'
import type { Scope } from './scopes.ts'

/** Who may call: an application's bot, an OAuth2 access token, a person signed in to this site, its operator, or anybody. */
export type CallerKind = 'bot' | 'bearer' | 'login' | 'operator' | 'anyone'

/** How often: `count` per `seconds`, one bucket for each value of the top-level id (HC-83) or one for each caller. */
export interface Limit {
	count: number
	seconds: number
	/** Operations with the same name share one bucket; by default each has its own. */
	bucket?: string
}

/** Everything about an operation of the HTTP API except how it is carried out. */
export interface Operation<
	P extends TObject = TObject,
	Q extends TObject = TObject,
	B extends TSchema = TSchema,
	R extends TSchema = TSchema,
> {
	/** The `operationId` of the public OpenAPI document; one of our own where that has none. */
	id: string
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Path below `/api/v10`, with `{channel_id}` for parameters. */
	path: string
	summary: string
	callers: readonly CallerKind[]
	/** A bearer needs one of these; absent: any access token will do. */
	scopes?: readonly Scope[]
	/** Checked before the body is read, on the channel or guild of the path. */
	permission?: PermissionName
	/** Overrides the default of 5 per 5 seconds; `'unlimited'` for what clients call at start (HC-87). */
	limit?: Limit | 'unlimited'
	/** How often an application may that was not approved for more, all its callers together; where a platform asks for it. */
	unapprovedLimit?: Limit
	params?: P
	query?: Q
	/** An absent body is read as `{}`. */
	body?: B
	/** The body may come as `multipart/form-data` with `files[n]` (HC-70). */
	files?: boolean
	/** Parts of a multipart body that are files of text, which is kept in memory. */
	textFiles?: readonly string[]
	/** The access token may stand in a form, as `access_token` (RFC 6750 §2.2), where there is no `Authorization`. */
	tokenInForm?: boolean
	/** Absent: the answer has no body (204). */
	returns?: R
	/** The type of an answer that is text, in place of `returns`. */
	answersIn?: 'text/csv'
	/** 200 with a body, 204 without, unless said otherwise. */
	status?: 200 | 201 | 202 | 204
	/** What it may throw besides what every operation may. */
	errors?: readonly ErrorName[]
	deprecated?: boolean
}

/** Declares an operation. Types of parameters, query, body and answer follow from the schemas. */
export function operation<
	P extends TObject = TObject<Record<never, never>>,
	Q extends TObject = TObject<Record<never, never>>,
	B extends TSchema = never,
	R extends TSchema = never,
>(declared: Operation<P, Q, B, R>): Operation<P, Q, B, R> {
	return declared
}

// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever its shapes
export type AnyOperation = Operation<any, any, any, any>
type StaticOf<S> = [S] extends [never] ? undefined : S extends TSchema ? Static<S> : undefined
export type Params<O> = O extends Operation<infer P, TObject, TSchema, TSchema> ? Static<P> : never
export type Query<O> = O extends Operation<TObject, infer Q, TSchema, TSchema> ? Static<Q> : never
export type Body<O> = O extends Operation<TObject, TObject, infer B, TSchema> ? StaticOf<B> : never
export type Returns<O> = O extends Operation<TObject, TObject, TSchema, infer R> ? StaticOf<R> : never
