import { type EventData, type Invite, type InviteCreate, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { featuresOf, type GuildRow } from '../access/access.ts'
import { findUsers } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { applicationsOf } from '../applications/connected.ts'
import { presentApplication } from '../applications/present.ts'
import { guildRow } from '../guilds/guilds.ts'
import { countAmong } from '../guilds/members.ts'
import { presentRole } from '../guilds/present.ts'
import { countsOf } from '../guilds/view.ts'
import type { InviteRow } from './rows.ts'

export interface InviteView {
	/** How often it was used, and its bounds. */
	withUse?: boolean
	/** With counts: the users who are online. */
	onlineIds?: readonly string[] | undefined
}

/** An invite as the wire has it. */
export async function presentInvite(from: Reading, row: InviteRow, view: InviteView = {}): Promise<Invite> {
	const [invite] = await presentInvites(from, [row], view)
	return invite as Invite
}

/** Invites into one guild, in the order of the rows: a few queries for all of them together. */
export async function presentInvites(
	from: Reading,
	rows: readonly InviteRow[],
	{ withUse = false, onlineIds }: InviteView = {},
): Promise<Invite[]> {
	const [first] = rows
	if (!first) return []
	const guild = await guildRow(from, first.guild_id)
	const counts = onlineIds && countsOf(guild, await countAmong(from, [guild.id], onlineIds))
	const { users, channels, applications, roles } = await named(from, rows)
	return rows.map((row): Invite => {
		const inviter = row.inviter_id === null ? undefined : users.get(row.inviter_id)
		const application = row.target_application_id === null ? undefined : applications.get(row.target_application_id)
		const channel = channels.get(row.channel_id)
		const given = roleIdsOf(row).flatMap((id) => roles.get(id) ?? [])
		return {
			type: 0,
			code: row.code,
			...(inviter ? { inviter: presentUser(inviter) } : {}),
			expires_at: wireTimeOrNull(row.expires_at),
			flags: 0,
			guild: presentInviteGuild(guild),
			guild_id: guild.id,
			channel: { id: row.channel_id, type: channel?.type ?? 0, name: channel?.name ?? null },
			...(row.target_type === null ? {} : { target_type: row.target_type }),
			...(application ? { target_application: presentApplication(application) } : {}),
			...(withUse ? presentUse(row) : {}),
			...(counts ?? {}),
			...(given.length > 0 ? { roles: given } : {}),
		}
	})
}

export const roleIdsOf = (row: InviteRow): string[] => JSON.parse(row.role_ids) as string[]

function presentUse(row: InviteRow) {
	return {
		created_at: wireTime(row.created_at),
		max_age: row.max_age_seconds,
		uses: row.uses,
		max_uses: row.max_uses,
		temporary: row.is_temporary === 1,
	}
}

function presentInviteGuild(guild: GuildRow): Invite['guild'] {
	return {
		id: guild.id,
		name: guild.name,
		splash: guild.splash,
		banner: guild.banner,
		description: guild.description,
		icon: guild.icon,
		features: featuresOf(guild),
		verification_level: guild.verification_level,
		vanity_url_code: null,
		nsfw_level: guild.nsfw_level,
		nsfw: guild.nsfw_level === 1 || guild.nsfw_level === 3,
		premium_subscription_count: 0,
	}
}

/** What the invites name, by id. */
async function named(from: Reading, rows: readonly InviteRow[]) {
	const { db } = from
	const users = await findUsers(
		from,
		rows.flatMap(({ inviter_id }) => inviter_id ?? []),
	)
	const channelIds = [...new Set(rows.map(({ channel_id }) => channel_id))]
	const channels = await db
		.selectFrom('channels')
		.select(['id', 'type', 'name'])
		.where('id', 'in', channelIds)
		.execute()
	const applications = await applicationsOf(
		from,
		rows.flatMap(({ target_application_id }) => target_application_id ?? []),
	)
	const roleIds = [...new Set(rows.flatMap(roleIdsOf))]
	const roles =
		roleIds.length === 0 ? [] : await db.selectFrom('roles').selectAll().where('id', 'in', roleIds).execute()
	return {
		users,
		channels: new Map(channels.map((channel) => [channel.id, channel])),
		applications: new Map(applications.map((application) => [application.id, application])),
		roles: new Map(
			roles.map((role) => {
				const { id, name, position, color, colors, icon, unicode_emoji } = presentRole(role)
				return [id, { id, name, position, color, colors, icon, unicode_emoji }]
			}),
		),
	}
}

/** What those hear who look after a channel's invites. */
export async function presentCreated(from: Reading, row: InviteRow): Promise<EventData<typeof InviteCreate>> {
	const invite = await presentInvite(from, row)
	const roleIds = roleIdsOf(row)
	return {
		channel_id: row.channel_id,
		guild_id: row.guild_id,
		code: row.code,
		expires_at: invite.expires_at,
		...(invite.inviter ? { inviter: invite.inviter } : {}),
		...presentUse(row),
		...(row.target_type === null ? {} : { target_type: row.target_type }),
		...(invite.target_application ? { target_application: invite.target_application } : {}),
		...(roleIds.length > 0 ? { role_ids: roleIds } : {}),
	}
}
