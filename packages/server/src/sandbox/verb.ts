import { ApiError, type Infer, type Schema, snowflake } from '@guildhall/protocol'
import type { App } from '../app.ts'
import { findUser } from '../domain/accounts/accounts.ts'
import type { MovableClock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'

/** What verbs act on. */
export interface Sandbox {
	app: App
	store: Store
	clock: MovableClock
	/** Makes ids up to `until` safe; before the clock is moved there. */
	reserveIds(until: number): Promise<void>
	/** Called after the clock was moved, with all that it is ahead of the machine's. */
	onAdvanced(ms: number): Promise<void>
}

/** Something that only a person with the platform's own client can do, or only time and bad luck. */
export interface Verb {
	name: string
	says: string
	body: Schema
	run(body: unknown, sandbox: Sandbox): Promise<unknown>
}

/** Declares a verb. The type of its body follows from the schema. */
export function verb<B extends Schema>(
	name: string,
	says: string,
	body: B,
	run: (body: Infer<B>, sandbox: Sandbox) => Promise<unknown>,
): Verb {
	return { name, says, body, run: run as Verb['run'] }
}

/** What every verb of a person carries: who acts. */
export const actor = { as: snowflake }

/** Carries out an operation of the API as a person signed in would: same checks, same answer, same errors. */
export async function actAs(
	{ app, store }: Sandbox,
	userId: string,
	operationId: string,
	request: { params: Record<string, unknown>; body?: unknown },
): Promise<unknown> {
	const user = await findUser(store, userId)
	if (!user || user.deleted_at !== null) throw new ApiError('UnknownUser')
	const { body } = await app.perform(operationId, {
		params: request.params,
		query: {},
		caller: { kind: 'login', userId, authTime: store.now() },
		address: 'sandbox',
		body: async () => (request.body === undefined ? { kind: 'none' } : { kind: 'json', value: request.body }),
		reason: undefined,
		version: 10,
	})
	return body ?? {}
}
