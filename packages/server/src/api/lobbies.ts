import { formError, lobbies, type NewLobbyMessage } from '@guildhall/protocol'
import { type BearerCaller, type BotCaller, type Caller, userIdOf } from '../domain/access/caller.ts'
import { requireGuildChannel } from '../domain/channels/update.ts'
import { checkLobbyAddress } from '../domain/deliveries/checks.ts'
import { change, moderate, remove, say } from '../domain/linked-channels/chat.ts'
import { inviteMember } from '../domain/lobbies/invites.ts'
import { setLink, unlinkChannel } from '../domain/lobbies/linking.ts'
import { createLobby, deleteLobby, editLobby } from '../domain/lobbies/lobbies.ts'
import { bulkMembers, leaveLobby, putMember, removeMember } from '../domain/lobbies/members.ts'
import { listMessages } from '../domain/lobbies/messages.ts'
import { presentLobby, presentLobbyForPlayer, presentLobbyMember } from '../domain/lobbies/present.ts'
import { getLobby, isOverride } from '../domain/lobbies/rows.ts'
import { createOrJoin } from '../domain/lobbies/secrets.ts'
import { type Handler, handle, type World } from './handle.ts'
import { inChannel } from './standing.ts'

/** Operations of game servers name lobbies of their own application only. */
const keyOf = (caller: Caller, params: { lobby_id: string }) => ({
	applicationId: (caller as BotCaller).applicationId,
	lobbyId: params.lobby_id,
})
const playerOf = (caller: Caller) => {
	const { applicationId, userId } = caller as BearerCaller
	return { applicationId, userId }
}

export const LOBBY_HANDLERS: readonly Handler[] = [
	handle(lobbies.createLobby, async ({ body, caller }, world) => {
		const { applicationId } = caller as BotCaller
		await checkOverride(world, applicationId, body.override_event_webhooks_url)
		return world.store.transaction(async (tx) => presentLobby(tx, await createLobby(tx, applicationId, body)))
	}),
	handle(lobbies.createOrJoinLobby, ({ body, caller }, { store }) =>
		store.transaction(async (tx) => presentLobbyForPlayer(tx, await createOrJoin(tx, playerOf(caller), body))),
	),
	handle(lobbies.getLobby, async ({ params, caller }, { store }) =>
		presentLobby(store, await getLobby(store, keyOf(caller, params))),
	),
	handle(lobbies.editLobby, async ({ params, body, caller }, world) => {
		const key = keyOf(caller, params)
		await getLobby(world.store, key)
		await checkOverride(world, key.applicationId, body.override_event_webhooks_url)
		return world.store.transaction(async (tx) => presentLobby(tx, await editLobby(tx, key, body)))
	}),
	handle(lobbies.deleteLobby, ({ params, caller }, { store }) =>
		store.transaction((tx) => deleteLobby(tx, keyOf(caller, params))),
	),
	handle(lobbies.addLobbyMember, ({ params, body, caller }, { store }) =>
		store.transaction(async (tx) =>
			presentLobbyMember(await putMember(tx, keyOf(caller, params), params.user_id, body)),
		),
	),
	handle(lobbies.bulkUpdateLobbyMembers, ({ params, body, caller }, { store }) =>
		store.transaction(async (tx) => (await bulkMembers(tx, keyOf(caller, params), body)).map(presentLobbyMember)),
	),
	handle(lobbies.deleteLobbyMember, ({ params, caller }, { store }) =>
		store.transaction((tx) => removeMember(tx, keyOf(caller, params), params.user_id)),
	),
	handle(lobbies.leaveLobby, ({ params, caller }, { store }) =>
		store.transaction((tx) => leaveLobby(tx, playerOf(caller), params.lobby_id)),
	),
	handle(lobbies.editLobbyChannelLink, ({ params, body, caller }, { store }) =>
		store.transaction(async (tx) =>
			presentLobbyForPlayer(tx, await setLink(tx, playerOf(caller), params.lobby_id, body.channel_id ?? null)),
		),
	),
	handle(lobbies.unlinkChannel, async (call, { store }) => {
		const { channel } = requireGuildChannel(inChannel(call).access)
		await store.transaction((tx) => unlinkChannel(tx, channel.id))
	}),
	handle(lobbies.createLobbyInviteForSelf, ({ params, caller }, { store }) =>
		store.transaction((tx) => inviteMember(tx, keyOf(caller, params), userIdOf(caller))),
	),
	handle(lobbies.createLobbyInviteForUser, ({ params, caller }, { store }) =>
		store.transaction((tx) => inviteMember(tx, keyOf(caller, params), params.user_id)),
	),
	handle(lobbies.createLobbyMessage, ({ params, body, files, caller }, { store }) => {
		requireTextOnly(body, files)
		return store.transaction((tx) => say(tx, playerOf(caller), params.lobby_id, body))
	}),
	handle(lobbies.getLobbyMessages, ({ params, query, caller }, { store }) =>
		listMessages(store, playerOf(caller), params.lobby_id, query.limit),
	),
	handle(lobbies.updateLobbyMessage, ({ params, body, caller }, { store }) =>
		store.transaction((tx) =>
			change(tx, playerOf(caller), { lobbyId: params.lobby_id, messageId: params.message_id }, body),
		),
	),
	handle(lobbies.deleteLobbyMessage, ({ params, caller }, { store }) =>
		store.transaction((tx) => remove(tx, playerOf(caller), { lobbyId: params.lobby_id, messageId: params.message_id })),
	),
	handle(lobbies.updateLobbyMessageModerationMetadata, ({ params, body, caller }, { store }) =>
		store.transaction((tx) => moderate(tx, { ...keyOf(caller, params), messageId: params.message_id }, body)),
	),
]

/** A lobby's own address for events must answer like any other, before anything of the lobby changes (W8). */
function checkOverride({ store, web }: World, applicationId: string, url: string | null | undefined): Promise<void> {
	return checkLobbyAddress({ store, web }, applicationId, url, (known) => isOverride(store, applicationId, known))
}

/** Of what a message can be, lobbies take text; the rest is refused rather than lost (L12). */
const REFUSED = ['embeds', 'components', 'attachments', 'sticker_ids', 'poll', 'message_reference'] as const

function requireTextOnly(body: NewLobbyMessage, files: readonly unknown[]): void {
	const given = body as Record<string, unknown>
	const refused = REFUSED.find((field) => !isEmpty(given[field])) ?? (files.length > 0 ? 'attachments' : undefined)
	if (refused) throw formError([refused], 'LOBBY_MESSAGE_TEXT_ONLY', 'Messages in lobbies are text.')
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
