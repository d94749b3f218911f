import { PERMISSIONS } from '@guildhall/protocol'
import type { UserRow } from '../domain/accounts/accounts.ts'
import { createGuild, type GuildPlan } from '../domain/guilds/guilds.ts'
import { addMember } from '../domain/guilds/membership.ts'
import type { Transaction } from '../ports/store.ts'

/** Channels of the community by the names the fixture has for them. */
const CHANNELS = [
	['category_id', 4, 'Harbor'],
	['text_channel_id', 0, 'general'],
	['other_text_channel_id', 0, 'screenshots'],
	['announcement_channel_id', 5, 'news'],
	['rules_channel_id', 0, 'rules'],
	['voice_channel_id', 2, 'Bridge'],
	['other_voice_channel_id', 2, 'Engine Room'],
	['stage_channel_id', 13, 'Town Hall'],
	['forum_channel_id', 15, 'guides'],
	['media_channel_id', 16, 'gallery'],
] as const

export type CommunityChannel = (typeof CHANNELS)[number][0]
export type Community = { id: string } & Record<CommunityChannel, string>

/** The administrator's role is the last one made, so that it stands above the others. */
const ADMINISTRATOR = { id: '9', name: 'Harbor Master', permissions: PERMISSIONS.Administrator.toString() }

const ROLES: NonNullable<GuildPlan['roles']> = [
	{ id: '1' },
	{ id: '2', name: 'Player', color: 0x3a7bd5 },
	{
		id: '3',
		name: 'Moderator',
		color: 0x2e9e6b,
		hoist: true,
		mentionable: true,
		permissions: (
			PERMISSIONS.KickMembers |
			PERMISSIONS.BanMembers |
			PERMISSIONS.ManageMessages |
			PERMISSIONS.ModerateMembers
		).toString(),
	},
	ADMINISTRATOR,
]

export interface Cast {
	owner: UserRow
	/** The bot with every right. */
	administrator: UserRow
	/** Everybody else. */
	others: readonly UserRow[]
}

/** A community with a channel of every type, a forum with a tag, and roles. */
export async function createCommunity(tx: Transaction, { owner, administrator, others }: Cast): Promise<Community> {
	const { guild, roles, channels } = await createGuild(tx, owner.id, {
		name: 'Harbor Lights Community',
		description: 'Where the players of Harbor Lights meet.',
		features: ['COMMUNITY', 'NEWS'],
		memberIds: others.map((user) => user.id),
		roles: ROLES,
		channels: CHANNELS.map(([key, type, name]) => ({
			id: key,
			type,
			name,
			...(type === 4 ? {} : { parent_id: CHANNELS[0][0] }),
			...(type === 15 ? { available_tags: [{ name: 'Beginner' }] } : {}),
		})),
		system_channel_id: 'text_channel_id',
		rules_channel_id: 'rules_channel_id',
		public_updates_channel_id: 'announcement_channel_id',
	})
	await addMember(tx, guild.id, administrator, { roleIds: [roles.at(-1)?.id ?? ''] })
	const ids = Object.fromEntries(CHANNELS.map(([key], index) => [key, channels[index]?.id ?? '']))
	return { id: guild.id, ...(ids as Record<CommunityChannel, string>) }
}

/** A guild with many members and little else. Bots of two shards find one guild of theirs on each. */
export async function createCrowdedGuild(
	tx: Transaction,
	name: string,
	{ owner, administrator, others }: Cast,
	communityId: string,
): Promise<string> {
	const { guild, roles } = await createGuild(tx, owner.id, {
		id: idOnOtherShard(tx, communityId),
		name,
		memberIds: others.map((user) => user.id),
		roles: [{ id: '1' }, ADMINISTRATOR],
	})
	await addMember(tx, guild.id, administrator, { roleIds: [roles.at(-1)?.id ?? ''] })
	return guild.id
}

/** A shard is picked by an id's time; so is this one, until it falls to the other shard of two. */
function idOnOtherShard(tx: Transaction, than: string): string {
	const shardOf = (id: string) => (BigInt(id) >> 22n) % 2n
	let id = tx.newId()
	while (shardOf(id) === shardOf(than)) id = tx.newId()
	return id
}
