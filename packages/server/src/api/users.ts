import { ApiError, type Channel, type MyUserChanges, users } from '@guildhall/protocol'
import { guildAccess } from '../domain/access/access.ts'
import { type Caller, userIdOf } from '../domain/access/caller.ts'
import { getUser, WEBHOOK_DISCRIMINATOR } from '../domain/accounts/accounts.ts'
import { type Insight, presentPrivateUser, presentUser } from '../domain/accounts/present.ts'
import { changeProfile, demandProvisional } from '../domain/accounts/profile.ts'
import { createDm, viewDirectChannel } from '../domain/channels/direct.ts'
import { leaveGuild } from '../domain/guilds/leaving.ts'
import { getMyMember, listMyGuilds, tellMemberships } from '../domain/guilds/mine.ts'
import { tellMates } from '../domain/lobbies/tell-mates.ts'
import { storePicture } from '../domain/media/images.ts'
import { isBlockBetween } from '../domain/relationships/rows.ts'
import type { Reading, Store } from '../ports/store.ts'
import { type Handler, handle } from './handle.ts'

export const USER_HANDLERS: readonly Handler[] = [
	handle(users.getMyUser, async ({ caller }, { store }) =>
		presentPrivateUser(await getUser(store, userIdOf(caller)), insightOf(caller)),
	),
	handle(users.updateMyUser, async ({ caller, body }, { store, blobs }) => {
		const userId = userIdOf(caller)
		const changes = await ownChanges(store, caller, body)
		const avatar = await storePicture(blobs, `avatars/${userId}`, changes.avatar, 'avatar')
		const banner = await storePicture(blobs, `banners/${userId}`, changes.banner, 'banner')
		return store.transaction(async (tx) => {
			const { username, global_name: globalName } = changes
			const user = await changeProfile(tx, userId, { username, globalName, avatar, banner })
			await tellMemberships(tx, user)
			await tellMates(tx, userId)
			return presentPrivateUser(user, insightOf(caller))
		})
	}),
	handle(users.updateMyAccount, async ({ caller, body }, { store }) =>
		store.transaction(async (tx) => {
			const userId = userIdOf(caller)
			await demandProvisional(tx, userId)
			const user = await changeProfile(tx, userId, { globalName: body.global_name })
			await tellMemberships(tx, user)
			await tellMates(tx, userId)
			return presentPrivateUser(user, insightOf(caller))
		}),
	),
	handle(users.getUser, async ({ params }, { store }) => {
		const user = await getUser(store, params.user_id)
		if (user.discriminator === WEBHOOK_DISCRIMINATOR) throw new ApiError('UnknownUser')
		return presentUser(user)
	}),
	handle(users.listMyGuilds, async ({ caller, query }, { store, presences }) => {
		const { before, after, limit, with_counts } = query
		const onlineIds = with_counts ? presences.online() : undefined
		return listMyGuilds(store, userIdOf(caller), { before, after, limit, onlineIds })
	}),
	handle(users.leaveGuild, async ({ caller, params }, { store }) => {
		const access = await guildAccess(store, userIdOf(caller), params.guild_id)
		await store.transaction((tx) => leaveGuild(tx, access))
	}),
	handle(users.getMyGuildMember, async ({ caller, params }, { store }) => {
		const { guild, userId } = await guildAccess(store, userIdOf(caller), params.guild_id)
		return getMyMember(store, guild.id, userId)
	}),
	// Accounts elsewhere are not connected to anybody's account on this platform: the list is empty, not unknown.
	handle(users.listMyConnections, async () => []),
	handle(users.createDm, ({ caller, body }, { store }) => openDm(store, userIdOf(caller), body.recipient_id)),
	handle(users.createDmById, async ({ caller, params, body }, { store }) => {
		if (params.user_id !== userIdOf(caller)) throw new ApiError('MissingAccess')
		return openDm(store, params.user_id, body.recipient_id)
	}),
]

async function openDm(store: Store, userId: string, otherId: string | null | undefined): Promise<Channel> {
	if (!otherId) throw new ApiError('InvalidRecipients')
	return store.transaction(async (tx) => {
		await getUser(tx, otherId)
		if (await isBlockBetween(tx, userId, otherId)) throw new ApiError('CannotMessageUser')
		return viewDirectChannel(tx, await createDm(tx, userId, otherId), userId)
	})
}

/** Bots and the site's own pages see everything of their account; others what its scopes say. */
function insightOf(caller: Caller): Insight {
	if (caller.kind !== 'bearer') return { seesEmail: true, seesPremium: true }
	return { seesEmail: caller.scopes.has('email'), seesPremium: caller.scopes.has('identify.premium') }
}

/** Applications change nothing of an account but the display name of a placeholder of theirs (social.md §3.4). */
async function ownChanges(from: Reading, caller: Caller, body: MyUserChanges): Promise<MyUserChanges> {
	if (caller.kind === 'bot') {
		const { global_name: _, ...changes } = body
		return changes
	}
	if (caller.kind === 'login') return body
	await demandProvisional(from, userIdOf(caller))
	return body.global_name === undefined ? {} : { global_name: body.global_name }
}
