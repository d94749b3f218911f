import type { Guild, Webhook } from '@guildhall/protocol'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import type { Redeemed } from '../domain/applications/codes.ts'
import { requireIncoming } from '../domain/channel-webhooks/incoming.ts'
import { createWebhook, presentWebhook } from '../domain/channel-webhooks/webhooks.ts'
import { findGuild, installInGuild } from '../domain/guilds/installing.ts'
import type { Transaction } from '../ports/store.ts'

/** What a code gives beside tokens, as it stands in the answer of the token endpoint. */
export interface GivenByCode {
	guild?: Guild
	webhook?: Webhook
}

/** The longest name that a webhook has. */
const LONGEST_NAME = 80

/**
 * Carries out what waited for the code: a bot that comes only with one, a webhook. The person must still have the right to
 * it; where they lost it the code stays as it was (I6).
 * @throws what `installInGuild`, `requireIncoming` and `createWebhook` throw
 */
export async function installByCode(
	tx: Transaction,
	application: ApplicationRow,
	{ install, userId }: Redeemed,
): Promise<GivenByCode> {
	const { guildId, joins, permissions = '0', channelId } = install ?? {}
	const scopes = ['bot', 'applications.commands']
	const brought = { guildId: guildId ?? '', userId, scopes, permissions: BigInt(permissions) }
	const guild =
		guildId === undefined
			? undefined
			: joins
				? await installInGuild(tx, application, brought)
				: await findGuild(tx, guildId)
	return {
		...(guild ? { guild } : {}),
		...(channelId === undefined ? {} : { webhook: await webhookIn(tx, application, { channelId, userId }) }),
	}
}

async function webhookIn(
	tx: Transaction,
	application: ApplicationRow,
	{ channelId, userId }: { channelId: string; userId: string },
): Promise<Webhook> {
	const channel = await requireIncoming(tx, userId, channelId)
	const { id: applicationId, name } = application
	const row = await createWebhook(tx, { channel, userId, name: name.slice(0, LONGEST_NAME), applicationId })
	return presentWebhook(tx, row)
}
