import { ApiError, relationships, type UserSettings } from '@guildhall/protocol'
import { type BearerCaller, type Caller, userIdOf } from '../domain/access/caller.ts'
import { getUser } from '../domain/accounts/accounts.ts'
import { presentUser } from '../domain/accounts/present.ts'
import { authorizedAt } from '../domain/applications/publishers.ts'
import { choosePrimaryGuild } from '../domain/guilds/tags.ts'
import { listGameRelationships, listRelationships } from '../domain/relationships/list.ts'
import { blockUser, endRelationship, requestFriend, requestFriendByName } from '../domain/relationships/requests.ts'
import { getFriendSources, setFriendSources } from '../domain/relationships/settings.ts'
import type { Reading } from '../ports/store.ts'
import { type Handler, handle } from './handle.ts'

/** Where relationships of the game lie whose player calls: with its publisher, where it has one (H3). */
const gameOf = (from: Reading, caller: Caller): Promise<string> =>
	authorizedAt(from, (caller as BearerCaller).applicationId)

/** People have the discriminator 0 (F3). @throws NoSuchTag */
function nameOf({ username, discriminator }: { username: string; discriminator?: string | null }): string {
	if (discriminator && Number(discriminator) !== 0) throw new ApiError('NoSuchTag')
	return username
}

const ACCEPTS = 1

const asking = ({ user_id }: { user_id: string }, { type }: { type?: number | null }) => ({
	otherId: user_id,
	onlyAccepts: type === ACCEPTS,
})

export const RELATIONSHIP_HANDLERS: readonly Handler[] = [
	handle(relationships.listRelationships, ({ caller }, { store }) =>
		listRelationships(store, userIdOf(caller), caller.kind === 'bearer' ? caller.applicationId : undefined),
	),
	handle(relationships.requestFriendByName, ({ caller, body }, { store }) =>
		store.transaction((tx) => requestFriendByName(tx, null, userIdOf(caller), nameOf(body))),
	),
	handle(relationships.putRelationship, ({ caller, params, body }, { store }) =>
		store.transaction((tx) =>
			body.type === 2
				? blockUser(tx, userIdOf(caller), params.user_id)
				: requestFriend(tx, null, userIdOf(caller), asking(params, body)),
		),
	),
	handle(relationships.deleteRelationship, ({ caller, params, query }, { store }) => {
		const withGame = query.with_game_relationship && caller.kind === 'bearer'
		return store.transaction(async (tx) => {
			const game = withGame ? [await gameOf(tx, caller)] : []
			return endRelationship(tx, [null, ...game], userIdOf(caller), params.user_id)
		})
	}),
	handle(relationships.listGameRelationships, ({ caller }, { store }) =>
		listGameRelationships(store, userIdOf(caller), (caller as BearerCaller).applicationId),
	),
	handle(relationships.requestGameFriendByName, ({ caller, body }, { store }) =>
		store.transaction(async (tx) => requestFriendByName(tx, await gameOf(tx, caller), userIdOf(caller), nameOf(body))),
	),
	handle(relationships.putGameRelationship, ({ caller, params, body }, { store }) =>
		store.transaction(async (tx) =>
			requestFriend(tx, await gameOf(tx, caller), userIdOf(caller), asking(params, body)),
		),
	),
	handle(relationships.deleteGameRelationship, ({ caller, params }, { store }) =>
		store.transaction(async (tx) => endRelationship(tx, [await gameOf(tx, caller)], userIdOf(caller), params.user_id)),
	),
	handle(relationships.getMySettings, ({ caller }, { store }) => settingsOf(store, userIdOf(caller))),
	handle(relationships.updateMySettings, ({ caller, body }, { store }) =>
		store.transaction(async (tx) => {
			const userId = userIdOf(caller)
			if (body.friend_source_flags) await setFriendSources(tx, userId, body.friend_source_flags)
			if (body.primary_guild) await choosePrimaryGuild(tx, userId, body.primary_guild)
			return settingsOf(tx, userId)
		}),
	),
]

const settingsOf = async (from: Reading, userId: string): Promise<UserSettings> => ({
	friend_source_flags: await getFriendSources(from, userId),
	primary_guild: presentUser(await getUser(from, userId)).primary_guild,
})
