import { bans } from '@guildhall/protocol'
import { requirePermissions } from '../domain/access/access.ts'
import { banUser, banUsers, getBan, listBans, unbanUser } from '../domain/guilds/bans.ts'
import { removeMessagesOf } from '../domain/messages/purge.ts'
import { type Handler, handle } from './handle.ts'
import { inGuild } from './standing.ts'

const DAY_SECONDS = 86_400

export const BAN_HANDLERS: readonly Handler[] = [
	handle(bans.listGuildBans, async (call, { store }) => {
		const { limit, before, after } = call.query
		return listBans(store, inGuild(call).guild.id, { limit, before, after })
	}),
	handle(bans.getGuildBan, async (call, { store }) => getBan(store, inGuild(call).guild.id, call.params.user_id)),
	handle(bans.banUserFromGuild, async (call, { store }) => {
		const access = inGuild(call)
		const { user_id: userId } = call.params
		const reason = call.reason ?? (call.query.reason || undefined)
		const seconds = secondsOf(call.body) ?? secondsOf(call.query) ?? 0
		await store.transaction(async (tx) => {
			await banUser(tx, access, userId, reason)
			await removeMessagesOf(tx, access.guild.id, { userIds: [userId], seconds })
		})
	}),
	handle(bans.unbanUserFromGuild, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => unbanUser(tx, access, call.params.user_id, call.reason))
	}),
	handle(bans.bulkBanUsersFromGuild, async (call, { store }) => {
		const access = inGuild(call)
		requirePermissions(access, 'ManageGuild')
		const { user_ids, delete_message_seconds } = call.body
		return store.transaction(async (tx) => {
			const { banned, failed } = await banUsers(tx, access, user_ids, call.reason)
			await removeMessagesOf(tx, access.guild.id, { userIds: banned, seconds: delete_message_seconds ?? 0 })
			return { banned_users: banned, failed_users: failed }
		})
	}),
]

/** How far back messages go with a ban; undefined where nothing is said of it. */
function secondsOf(said: {
	delete_message_seconds?: number | null
	delete_message_days?: number | null
}): number | undefined {
	const { delete_message_seconds: seconds, delete_message_days: days } = said
	return seconds ?? (days == null ? undefined : days * DAY_SECONDS)
}
