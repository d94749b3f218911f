import { channels, guilds } from '@guildhall/protocol'
import { channelAccess } from '../domain/access/access.ts'
import { holdGuild } from '../domain/access/held.ts'
import { createChannel } from '../domain/channels/create.ts'
import { deleteChannel } from '../domain/channels/delete.ts'
import { closeDm, viewDirectChannel } from '../domain/channels/direct.ts'
import { listChannels, listVisibleChannels } from '../domain/channels/list.ts'
import { moveChannels } from '../domain/channels/move.ts'
import { removeOverwrite, setOverwrite } from '../domain/channels/overwrites.ts'
import { requireGuildChannel, updateChannel } from '../domain/channels/update.ts'
import { viewChannel } from '../domain/channels/view.ts'
import { forgetChannel } from '../domain/guilds/guild-update.ts'
import { clearVoiceChannel } from '../domain/guilds/voice.ts'
import { holdLinkedTo, unlinkChannel, unlinkUnfit } from '../domain/lobbies/linking.ts'
import { attachmentsIn, releaseAttachments } from '../domain/messages/purge.ts'
import { type Handler, handle } from './handle.ts'
import { asMember, inChannel, inGuild } from './standing.ts'

export const CHANNEL_HANDLERS: readonly Handler[] = [
	handle(channels.getChannel, async (call, { store }) => viewChannel(store, inChannel(call).access)),
	handle(channels.updateChannel, async (call, { store }) => {
		const { access } = inChannel(call)
		return store.transaction(async (tx) => {
			await holdLinkedTo(tx, access.channel.id)
			const updated = await updateChannel(tx, access, call.body, call.reason)
			return (await unlinkUnfit(tx, updated.id))
				? viewChannel(tx, await channelAccess(tx, access.userId, updated.id))
				: updated
		})
	}),
	handle(channels.deleteChannel, async (call, { store }) => {
		const { access } = inChannel(call)
		const { channel, guild, userId } = access
		return store.transaction(async (tx) => {
			if (!guild) {
				await closeDm(tx, channel.id, userId)
				return viewDirectChannel(tx, channel, userId)
			}
			await holdLinkedTo(tx, channel.id)
			const held = await holdGuild(tx, guild.guild.id)
			await unlinkChannel(tx, channel.id, { isGone: true })
			const attachments = await attachmentsIn(tx, channel.id)
			await clearVoiceChannel(tx, held.id, channel)
			const deleted = await deleteChannel(tx, { ...access, guild: { ...guild, guild: held } }, call.reason)
			await forgetChannel(tx, held, channel.id)
			await releaseAttachments(tx, attachments)
			return deleted
		})
	}),
	handle(channels.setChannelPermissionOverwrite, async (call, { store }) => {
		const access = requireGuildChannel(inChannel(call).access)
		const overwrite = { ...call.body, id: call.params.overwrite_id }
		await store.transaction((tx) => setOverwrite(tx, access, overwrite, call.reason))
	}),
	handle(channels.deleteChannelPermissionOverwrite, async (call, { store }) => {
		const access = requireGuildChannel(inChannel(call).access)
		await store.transaction((tx) => removeOverwrite(tx, access, call.params.overwrite_id, call.reason))
	}),
	handle(guilds.listGuildChannels, async (call, world) => {
		const access = await asMember(call, world)
		if (call.caller.kind === 'bot') return listChannels(world.store, access.guild.id)
		return listVisibleChannels(world.store, access, { withCanLink: call.query.with_can_link_lobby })
	}),
	handle(guilds.createGuildChannel, async (call, { store }) => {
		const access = inGuild(call)
		return store.transaction((tx) => createChannel(tx, access, call.body, call.reason))
	}),
	handle(guilds.bulkUpdateGuildChannels, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => moveChannels(tx, access, call.body, call.reason))
	}),
]
