import { webhooks } from '@guildhall/protocol'
import { channelAccess, requirePermissions } from '../domain/access/access.ts'
import { userIdOf } from '../domain/access/caller.ts'
import { findUser } from '../domain/accounts/accounts.ts'
import { deletePosted, editPosted, executeWebhook, getPosted } from '../domain/channel-webhooks/execute.ts'
import { requireIncoming } from '../domain/channel-webhooks/incoming.ts'
import {
	createWebhook,
	deleteWebhook,
	getWebhook,
	listWebhooks,
	openWebhook,
	presentWebhook,
	updateWebhook,
	webhookName,
} from '../domain/channel-webhooks/webhooks.ts'
import { fetchPicture } from '../domain/media/fetched.ts'
import { storePicture } from '../domain/media/images.ts'
import { Answer, type Call, type Handler, handle, type World } from './handle.ts'
import { inChannel, inGuild } from './standing.ts'

/** Where the pictures of a webhook lie: it writes as an account of this id. */
const folderOf = (webhookId: string): string => `avatars/${webhookId}`

export const WEBHOOK_HANDLERS: readonly Handler[] = [
	handle(webhooks.createWebhook, async (call, { store, blobs }) => {
		const { caller } = inChannel(call)
		const { body, params, reason } = call
		const name = webhookName(body.name)
		const channel = await requireIncoming(store, caller.userId, params.channel_id)
		// The picture lies below the webhook's id, and before it is named.
		const id = await store.transaction(async (tx) => tx.newId())
		const avatar = (await storePicture(blobs, folderOf(id), body.avatar, 'avatar')) ?? null
		const applicationId = caller.kind === 'bot' ? caller.applicationId : null
		const wanted = { id, channel, userId: caller.userId, name, avatar, applicationId, reason }
		const webhook = await store.transaction((tx) => createWebhook(tx, wanted))
		return presentWebhook(store, webhook, await findUser(store, caller.userId))
	}),
	handle(webhooks.listChannelWebhooks, (call, { store }) => listWebhooks(store, { channelId: call.params.channel_id })),
	handle(webhooks.getGuildWebhooks, (call, { store }) => listWebhooks(store, { guildId: inGuild(call).guild.id })),
	handle(webhooks.getWebhook, async (call, world) => {
		const webhook = await managed(call, world)
		return presentWebhook(world.store, webhook, await findUser(world.store, webhook.user_id))
	}),
	handle(webhooks.updateWebhook, async (call, world) => {
		const { store, blobs } = world
		const { name, avatar: picture, channel_id } = call.body
		const before = await managed(call, world)
		const userId = userIdOf(call.caller)
		const channel = channel_id ? await requireIncoming(store, userId, channel_id) : undefined
		const avatar = await storePicture(blobs, folderOf(before.id), picture, 'avatar')
		const changes = { name: name === undefined ? undefined : webhookName(name), avatar, channel }
		const by = { userId, reason: call.reason }
		const after = await store.transaction((tx) => updateWebhook(tx, before, changes, by))
		return presentWebhook(store, after, await findUser(store, after.user_id))
	}),
	handle(webhooks.deleteWebhook, async (call, world) => {
		const webhook = await managed(call, world)
		const by = { userId: userIdOf(call.caller), reason: call.reason }
		await world.store.transaction((tx) => deleteWebhook(tx, webhook, by))
	}),

	handle(webhooks.getWebhookByToken, async (call, world) => presentWebhook(world.store, await opened(call, world))),
	handle(webhooks.updateWebhookByToken, async (call, world) => {
		const { name, avatar: picture } = call.body
		const before = await opened(call, world)
		const avatar = await storePicture(world.blobs, folderOf(before.id), picture, 'avatar')
		const changes = { name: name === undefined ? undefined : webhookName(name), avatar }
		const by = { userId: null, reason: call.reason }
		return presentWebhook(world.store, await world.store.transaction((tx) => updateWebhook(tx, before, changes, by)))
	}),
	handle(webhooks.deleteWebhookByToken, async (call, world) => {
		const webhook = await opened(call, world)
		await world.store.transaction((tx) => deleteWebhook(tx, webhook, { userId: null, reason: call.reason }))
	}),
	handle(webhooks.executeWebhook, async (call, world) => {
		const { store, blobs, web } = world
		const webhook = await opened(call, world)
		const { body, files, query } = call
		const avatar = body.avatar_url ? await fetchPicture(web, blobs, folderOf(webhook.id), body.avatar_url) : null
		const post = { body, files, avatar, threadId: query.thread_id, withComponents: query.with_components }
		const message = await store.transaction((tx) => executeWebhook(tx, webhook, post))
		// Files are waited for in any case, and clients that send some look for 200.
		return query.wait || files.length > 0 ? message : new Answer(204)
	}),
	handle(webhooks.getWebhookMessage, async (call, world) =>
		getPosted(world.store, await opened(call, world), call.params.message_id),
	),
	handle(webhooks.updateWebhookMessage, async (call, world) => {
		const webhook = await opened(call, world)
		const edit = { messageId: call.params.message_id, body: call.body, files: call.files }
		return world.store.transaction((tx) => editPosted(tx, webhook, edit))
	}),
	handle(webhooks.deleteWebhookMessage, async (call, world) => {
		const webhook = await opened(call, world)
		await world.store.transaction((tx) => deletePosted(tx, webhook, call.params.message_id))
	}),
]

/** The webhook of the path, for one who may manage it. @throws UnknownWebhook, MissingAccess, MissingPermissions */
async function managed(call: Pick<Call<typeof webhooks.getWebhook>, 'params' | 'caller'>, { store }: World) {
	const webhook = await getWebhook(store, call.params.webhook_id)
	const access = await channelAccess(store, userIdOf(call.caller), webhook.channel_id)
	requirePermissions(access, 'ManageWebhooks')
	return webhook
}

/** The webhook of the path, by its token. @throws UnknownWebhook, InvalidWebhookToken */
function opened({ params }: Pick<Call<typeof webhooks.getWebhookByToken>, 'params'>, { store }: World) {
	return openWebhook(store, params.webhook_id, params.webhook_token)
}
