import { DEFAULT_PERMISSIONS, type NewGuild } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelRow, GuildRow } from '../access/access.ts'
import { insertChannels, type NewGuildChannel } from '../channels/insert.ts'
import { seatMembers } from './membership.ts'
import type { RoleRow } from './present.ts'
import { draftRole } from './role-draft.ts'

/** What a guild is made with: the wire's body, but that its icon is stored already, and what only this house decides. */
export interface GuildPlan extends Omit<NewGuild, 'icon'> {
	/** Hash of the stored image. */
	icon?: string | null
	/** Given where the id must be known before. */
	id?: string
	features?: readonly string[]
	description?: string | null
	/** Placeholders of channels, as `system_channel_id`. A community has both. */
	rules_channel_id?: string | null
	public_updates_channel_id?: string | null
	/** Members from the start, besides the owner; nobody is told of them. */
	memberIds?: readonly string[]
}

export interface NewbornGuild {
	guild: GuildRow
	/** `@everyone` first, then as planned. */
	roles: RoleRow[]
	/** As planned, or those that every guild begins with. */
	channels: ChannelRow[]
}

/** Makes a guild with its owner in it. Placeholders by which roles and channels of the plan name each other are resolved. */
export async function createGuild(tx: Transaction, ownerId: string, plan: GuildPlan): Promise<NewbornGuild> {
	const id = plan.id ?? tx.newId()
	await insertGuild(tx, id, ownerId, plan)
	const { roles, ids } = await insertRoles(tx, id, plan.roles ?? [])
	await seatMembers(tx, id, [ownerId, ...(plan.memberIds ?? [])])
	const planned = plan.channels?.length ? plan.channels : firstChannels(tx)
	const { channels, ids: channelIds } = await insertChannels(tx, {
		guildId: id,
		features: plan.features ?? [],
		channels: planned as readonly NewGuildChannel[],
		roleIds: ids,
	})
	const named = (placeholder: string | null | undefined) => (placeholder ? (channelIds.get(placeholder) ?? null) : null)
	const systemChannelId = plan.channels?.length
		? named(plan.system_channel_id)
		: (channels.find((channel) => channel.type === 0)?.id ?? null)
	await tx.db
		.updateTable('guilds')
		.set({
			system_channel_id: systemChannelId,
			afk_channel_id: named(plan.afk_channel_id),
			rules_channel_id: named(plan.rules_channel_id),
			public_updates_channel_id: named(plan.public_updates_channel_id),
		})
		.where('id', '=', id)
		.execute()
	return { guild: await guildRow(tx, id), roles, channels }
}

async function insertGuild(tx: Transaction, id: string, ownerId: string, plan: GuildPlan): Promise<void> {
	await tx.db
		.insertInto('guilds')
		.values({
			id,
			name: plan.name.trim(),
			owner_id: ownerId,
			icon: plan.icon ?? null,
			splash: null,
			banner: null,
			discovery_splash: null,
			home_header: null,
			description: plan.description ?? null,
			features: JSON.stringify(plan.features ?? []),
			verification_level: plan.verification_level ?? 0,
			default_message_notifications: plan.default_message_notifications ?? 0,
			explicit_content_filter: plan.explicit_content_filter ?? 0,
			afk_channel_id: null,
			afk_timeout: plan.afk_timeout ?? 300,
			system_channel_id: null,
			system_channel_flags: plan.system_channel_flags ?? 0,
			rules_channel_id: null,
			public_updates_channel_id: null,
			safety_alerts_channel_id: null,
			preferred_locale: 'en-US',
			nsfw_level: 0,
			mfa_level: 0,
			premium_progress_bar_enabled: 0,
			member_count: 0,
			created_at: tx.now(),
		})
		.execute()
}

/** The first planned role is what `@everyone` becomes, as the public platform had it. */
async function insertRoles(tx: Transaction, guildId: string, planned: NonNullable<NewGuild['roles']>) {
	const features: readonly string[] = []
	const blank = { id: guildId, guild_id: guildId, position: 0 }
	const [first, ...others] = planned
	const everyone: RoleRow = {
		...draftRole({ permissions: DEFAULT_PERMISSIONS.toString(), ...first }, features),
		...blank,
		name: '@everyone',
	}
	const ids = new Map<string, string>([[guildId, guildId]])
	if (first) ids.set(first.id, guildId)
	const rest = others.map((role, index): RoleRow => {
		const id = tx.newId()
		ids.set(role.id, id)
		return { ...draftRole(role, features), id, guild_id: guildId, position: index + 1 }
	})
	const roles = [everyone, ...rest]
	await tx.db.insertInto('roles').values(roles).execute()
	return { roles, ids }
}

/** The channels a guild begins with: a place to write and a place to talk, each under its heading. */
function firstChannels(tx: Transaction): NewGuildChannel[] {
	const text = tx.newId()
	const voice = tx.newId()
	return [
		{ id: text, type: 4, name: 'Text Channels' },
		{ id: voice, type: 4, name: 'Voice Channels' },
		{ type: 0, name: 'general', parent_id: text },
		{ type: 2, name: 'General', parent_id: voice },
	]
}

/** The guild as it stands now; it exists. */
export function guildRow({ db }: Reading, guildId: string): Promise<GuildRow> {
	return db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow()
}
