import { anything, flag, integer, object, oneOf, optional, snowflake, text } from '@guildhall/protocol'
import { CHOICE, choiceFrom } from '../app.ts'
import { answerAs } from './authorize.ts'
import { actAs, actor, type Verb, verb } from './verb.ts'

/** Every verb of the control. A new one is one entry here. */
export const VERBS: readonly Verb[] = [
	verb(
		'message.create',
		'Posts a message as a person, also in a direct channel with a bot.',
		object({ ...actor, channel_id: snowflake, message: anything }),
		(body, sandbox) =>
			actAs(sandbox, body.as, 'create_message', { params: { channel_id: body.channel_id }, body: body.message }),
	),
	verb(
		'reaction.add',
		'Reacts to a message as a person.',
		object({ ...actor, channel_id: snowflake, message_id: snowflake, emoji: text(1, 200) }),
		({ as, channel_id, message_id, emoji }, sandbox) =>
			actAs(sandbox, as, 'add_my_message_reaction', {
				params: { channel_id, message_id, emoji_name: emoji },
			}),
	),
	verb(
		'oauth.authorize',
		'Opens an authorization address, or that of a waiting device, as a person; signs in, chooses, and consents or refuses.',
		object({ ...actor, url: text(1, 8192), allow: flag(true), ...CHOICE }),
		({ as, url, allow, ...choice }, sandbox) =>
			answerAs(sandbox, {
				url,
				userId: as,
				decision: allow ? { isAllowed: true, ...choiceFrom(choice) } : { isAllowed: false },
			}),
	),
	verb(
		'gateway.sever',
		"Breaks a user's connections to the gateway.",
		object({
			user_id: snowflake,
			how: oneOf('terminate', 'close', 'reconnect', 'invalid'),
			code: optional(integer(1000, 4999)),
		}),
		async ({ user_id, how, code = 4000 }, { app }) => ({
			severed: app.gateway.sever(user_id, how === 'close' ? { how, code } : { how }),
		}),
	),
	verb(
		'clock.advance',
		"Moves the platform's clock; everything due has happened when it answers.",
		object({ ms: integer(0, 10 * 365 * 24 * 60 * 60 * 1000) }),
		async ({ ms }, { app, clock, reserveIds, onAdvanced }) => {
			await reserveIds(clock.now() + ms)
			clock.advance(ms)
			await app.idle()
			await onAdvanced(ms)
			return { now: clock.now() }
		},
	),
]
