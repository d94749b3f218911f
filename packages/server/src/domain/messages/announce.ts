import {
	CHANNEL_TYPES,
	type GatewayMessage,
	type MemberWithoutUser,
	type Message,
	MessageCreate,
	MessageUpdate,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { roleIdsOf } from '../guilds/members.ts'
import { presentMemberWithoutUser } from '../guilds/present.ts'
import { hearChanged, hearWritten } from '../lobbies/overheard.ts'
import { audienceOf } from './place.ts'

/** Says that a message was written. */
export async function announceCreate(tx: Transaction, access: ChannelAccess, message: Message): Promise<void> {
	tx.emit(MessageCreate, audienceOf(access), await gatewayMessage(tx, access, message))
	await hearWritten(tx, access.channel, message)
}

/** Says that a message was changed: all of it, whatever the change was; `isEdited` where it was one of what it says or shows. */
export async function announceUpdate(
	tx: Transaction,
	access: ChannelAccess,
	message: Message,
	{ isEdited = false } = {},
): Promise<void> {
	const { reactions: _, nonce: __, ...shown } = await gatewayMessage(tx, access, message)
	tx.emit(MessageUpdate, audienceOf(access), { ...shown, tts: false })
	if (isEdited) await hearChanged(tx, access.channel, message)
}

/** A message as the gateway tells it: in a guild, who wrote it and whom it names as members there. */
async function gatewayMessage(from: Reading, access: ChannelAccess, message: Message): Promise<GatewayMessage> {
	const { channel } = access
	if (channel.guild_id === null) return { ...message, channel_type: channel.type || CHANNEL_TYPES.direct }
	const members = await membersOf(from, access, [message.author.id, ...message.mentions.map(({ id }) => id)])
	const member = members.get(message.author.id)
	return {
		...message,
		mentions: message.mentions.map((user) => {
			const asMember = members.get(user.id)
			return asMember ? { ...user, member: asMember } : user
		}),
		guild_id: channel.guild_id,
		channel_type: channel.type,
		...(member ? { member } : {}),
	}
}

/** Those of the users who are members of the channel's guild. */
async function membersOf(
	from: Reading,
	{ guild, userId }: ChannelAccess,
	userIds: readonly string[],
): Promise<Map<string, MemberWithoutUser>> {
	if (!guild) return new Map()
	const guildId = guild.guild.id
	// Whoever acts is known already, which spares queries for nearly every message: it names nobody else.
	const others = [...new Set(userIds)].filter((id) => id !== userId)
	const rows = userIds.includes(userId) && guild.member ? [guild.member] : []
	if (others.length > 0) rows.push(...(await memberRows(from, guildId, others)))
	const own = guild.roles.map(({ id }) => id).filter((id) => id !== guildId)
	const roleIdsOfOthers = await roleIdsOf(from, guildId, others)
	return new Map(
		rows.map((row) => {
			const roleIds = row.user_id === userId ? own : (roleIdsOfOthers.get(row.user_id) ?? [])
			return [row.user_id, presentMemberWithoutUser(row, roleIds)]
		}),
	)
}

function memberRows({ db }: Reading, guildId: string, userIds: readonly string[]) {
	return db.selectFrom('members').selectAll().where('guild_id', '=', guildId).where('user_id', 'in', userIds).execute()
}
