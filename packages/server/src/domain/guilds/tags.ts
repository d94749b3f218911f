import {
	formError,
	type GuildProfile,
	type GuildProfileChanges,
	type PrimaryGuildChange,
	UserUpdate,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type GuildAccess, type GuildRow, guildAccess } from '../access/access.ts'
import { holdGuild } from '../access/held.ts'
import { getUser, takeTurn, type UserRow, WITHOUT_TAG } from '../accounts/accounts.ts'
import { presentChangedUser } from '../accounts/present.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdPlace } from './held.ts'
import { tellMemberships } from './mine.ts'

/** Code points of a tag (RES-05). */
const MOST_CHARACTERS = 4
/** The job that has members wear what a guild's tag is now. */
export const DRESS_MEMBERS = 'guild tag'
/** Members who are dressed in one transaction. */
const AT_ONCE = 50

export interface DressMembers {
	guild_id: string
	/** Those up to this id are done. */
	after: string
}

const presentProfile = ({ id, name, tag, tag_badge }: GuildRow): GuildProfile => ({
	id,
	name,
	tag,
	badge: tag_badge,
})

/** What a guild shows of itself beside its members' names. */
export async function getGuildProfile(from: Reading, guildId: string): Promise<GuildProfile> {
	return presentProfile(
		await from.db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow(),
	)
}

/**
 * Gives a guild a tag, another one, or none; `badge` is stored already and named by its hash. Members who wear it follow
 * after the commit (N2).
 * @throws InvalidFormBody
 */
export async function setGuildProfile(
	tx: Transaction,
	{ guild: { id: guildId }, userId }: GuildAccess,
	changes: GuildProfileChanges,
	reason?: string,
): Promise<GuildProfile> {
	const before = await holdGuild(tx, guildId)
	const tag = changes.tag === undefined ? before.tag : readTag(changes.tag)
	const wanted = changes.badge === undefined ? before.tag_badge : changes.badge
	if (tag === null && changes.badge) {
		throw formError(['badge'], 'GUILD_BADGE_WITHOUT_TAG', 'A badge needs a tag.')
	}
	const after = { ...before, tag, tag_badge: tag === null ? null : wanted }
	const changed = changesBetween(before, after, ['tag', 'tag_badge'])
	if (changed.length === 0) return presentProfile(before)
	const { tag_badge } = after
	await tx.db.updateTable('guilds').set({ tag, tag_badge }).where('id', '=', guildId).execute()
	await audit(tx, { guildId, userId, targetId: guildId, action: 'guildUpdate', changes: changed, reason })
	await tx.enqueue(DRESS_MEMBERS, { guild_id: guildId, after: '0' } satisfies DressMembers)
	return presentProfile(after)
}

function readTag(wanted: string | null): string | null {
	if (wanted === null) return null
	const tag = wanted.trim()
	const length = [...tag].length
	if (length < 1 || length > MOST_CHARACTERS || /[\p{Cc}\s]/u.test(tag)) {
		throw formError(['tag'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MOST_CHARACTERS} in length.`)
	}
	return tag
}

/** Has some of those who chose a guild wear what its tag is now, and orders the rest. */
export async function dressMembers(tx: Transaction, { guild_id: guildId, after }: DressMembers): Promise<void> {
	const wearers = await tx.db
		.selectFrom('users')
		.select('id')
		.where('primary_guild_id', '=', guildId)
		.where('id', '>', after)
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	// The tag is looked at when nobody changes it any more, and who wears it when nobody else dresses them.
	const guild = await holdPlace(tx, guildId, ...wearers.map(({ id }) => id))
	for (const { id } of wearers) {
		const user = await getUser(tx, id)
		if (user.primary_guild_id === guildId && user.primary_guild_enabled === 1) await wear(tx, user, worn(guild, 1))
	}
	const last = wearers[AT_ONCE - 1]
	if (last) await tx.enqueue(DRESS_MEMBERS, { guild_id: guildId, after: last.id } satisfies DressMembers)
}

/** The guilds a user is in whose tag they may wear, by name. */
export function listTagged({ db }: Reading, userId: string): Promise<GuildRow[]> {
	return db
		.selectFrom('members')
		.innerJoin('guilds', 'guilds.id', 'members.guild_id')
		.selectAll('guilds')
		.where('members.user_id', '=', userId)
		.where('guilds.tag', 'is not', null)
		.orderBy('guilds.name')
		.orderBy('guilds.id')
		.execute()
}

type Worn = Pick<UserRow, 'primary_guild_id' | 'primary_guild_enabled' | 'primary_guild_tag' | 'primary_guild_badge'>

/** What a user wears of a guild; a tag that is gone is taken off by the platform. */
function worn(guild: GuildRow, enabled: 0 | 1): Worn {
	const isShown = enabled === 1 && guild.tag !== null
	return {
		primary_guild_id: guild.id,
		primary_guild_enabled: enabled === 1 && guild.tag === null ? null : enabled,
		primary_guild_tag: isShown ? guild.tag : null,
		primary_guild_badge: isShown ? guild.tag_badge : null,
	}
}

/**
 * Has a user wear the tag of a guild they are in, or take it off (N3).
 * @throws UnknownGuild, InvalidFormBody
 */
export async function choosePrimaryGuild(tx: Transaction, userId: string, wish: PrimaryGuildChange): Promise<void> {
	await takeTurn(tx, userId)
	const user = await getUser(tx, userId)
	const guildId = wish.identity_guild_id
	if (guildId === null) return wear(tx, user, WITHOUT_TAG)
	await guildAccess(tx, userId, guildId)
	const guild = await holdGuild(tx, guildId)
	// Whoever left a moment ago wears nothing of it.
	await guildAccess(tx, userId, guildId)
	if (guild.tag === null) {
		throw formError(['primary_guild', 'identity_guild_id'], 'GUILD_WITHOUT_TAG', 'The guild has no tag.')
	}
	await wear(tx, user, worn(guild, wish.identity_enabled === false ? 0 : 1))
}

/** Takes the tag of a guild off a user, who is held and leaves it (N4). */
export async function takeTagOff(tx: Transaction, guildId: string, userId: string): Promise<void> {
	const user = await getUser(tx, userId)
	if (user.primary_guild_id === guildId) await wear(tx, user, WITHOUT_TAG)
}

/** Keeps what a user wears, and tells their sessions and the guilds they are in. */
async function wear(tx: Transaction, user: UserRow, columns: Worn): Promise<void> {
	const after = { ...user, ...columns }
	if (JSON.stringify(after) === JSON.stringify(user)) return
	await tx.db.updateTable('users').set(columns).where('id', '=', user.id).execute()
	tx.emit(UserUpdate, { userIds: [user.id] }, presentChangedUser(after))
	await tellMemberships(tx, after)
}
