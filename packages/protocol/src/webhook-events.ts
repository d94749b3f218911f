/** Every event that is sent to applications over HTTP, a few lines each (webhook-events.md §4). */
import type { Static, TSchema } from 'typebox'
import { Guild } from './resources/guild.ts'
import { User } from './resources/user.ts'
import { anyText, code, list, object, optional } from './schema.ts'

/** What an event over HTTP is called and what it carries. */
export interface WebhookEventDeclaration<S extends TSchema = TSchema> {
	/** The `type` of the envelope's event, by which applications subscribe to it. */
	name: string
	data: S
}

const webhookEvent = <S extends TSchema>(name: string, data: S): WebhookEventDeclaration<S> => ({ name, data })

export type WebhookEventData<E> = E extends WebhookEventDeclaration<infer S> ? Static<S> : never

/** A person lets the application use their account, or installs it. */
export const ApplicationAuthorized = webhookEvent(
	'APPLICATION_AUTHORIZED',
	object({
		/** 0 into a guild, 1 into the account; absent where nothing was installed. */
		integration_type: optional(code(0, 1)),
		user: User,
		scopes: list(anyText),
		/** With `integration_type` 0. */
		guild: optional(Guild),
	}),
)

/** A person's authorization ended, whatever ended it; `user` is the platform account. */
export const ApplicationDeauthorized = webhookEvent('APPLICATION_DEAUTHORIZED', object({ user: User }))

/** What applications can subscribe to. */
export const WEBHOOK_EVENTS = [ApplicationAuthorized, ApplicationDeauthorized] as const
