import { ApiError, CHANNEL_TYPES, formError, type GuildChanges, LOCALES } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { GuildRow } from '../access/access.ts'

const TEXT: readonly number[] = [CHANNEL_TYPES.text]
const COMMUNITY_TEXT: readonly number[] = [CHANNEL_TYPES.text, CHANNEL_TYPES.announcement]
const VOICE: readonly number[] = [CHANNEL_TYPES.voice]

/** The channels a guild names, the types they may have, and the error for another one. */
const PLACES = {
	afk_channel_id: [VOICE, 'ChannelType'],
	system_channel_id: [TEXT, 'ChannelType'],
	rules_channel_id: [COMMUNITY_TEXT, 'CommunityChannelText'],
	public_updates_channel_id: [COMMUNITY_TEXT, 'CommunityChannelText'],
	safety_alerts_channel_id: [COMMUNITY_TEXT, 'CommunityChannelText'],
} as const

/** What a number becomes where null takes it back. */
const NUMBERS = {
	verification_level: 0,
	default_message_notifications: 0,
	explicit_content_filter: 0,
	afk_timeout: 300,
	system_channel_flags: 0,
} as const

const TEXTS = ['icon', 'splash', 'discovery_splash', 'banner', 'home_header'] as const

/** The columns that change. Who owns the guild and what it features is decided elsewhere. */
export async function draftGuild(from: Reading, guildId: string, changes: GuildChanges): Promise<Partial<GuildRow>> {
	const columns: Partial<GuildRow> = {}
	if (changes.name !== undefined) columns.name = draftName(changes.name)
	if (changes.description !== undefined) columns.description = changes.description?.trim() || null
	if (changes.preferred_locale !== undefined) columns.preferred_locale = draftLocale(changes.preferred_locale)
	if (typeof changes.premium_progress_bar_enabled === 'boolean') {
		columns.premium_progress_bar_enabled = changes.premium_progress_bar_enabled ? 1 : 0
	}
	for (const key of TEXTS) {
		const value = changes[key]
		if (value !== undefined) columns[key] = value
	}
	for (const key of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
		const value = changes[key]
		if (value !== undefined) columns[key] = value ?? NUMBERS[key]
	}
	for (const key of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
		const value = changes[key]
		if (value !== undefined) columns[key] = await requirePlace(from, guildId, key, value)
	}
	return columns
}

function draftName(name: string): string {
	const trimmed = name.trim()
	if ([...trimmed].length < 2) throw formError(['name'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 2 and 100 in length.')
	return trimmed
}

function draftLocale(locale: string | null): string {
	if (locale === null) return 'en-US'
	if (!LOCALES.includes(locale)) {
		const known = LOCALES.map((one) => `'${one}'`).join(', ')
		throw formError(['preferred_locale'], 'BASE_TYPE_CHOICES', `Value must be one of {${known}}.`)
	}
	return locale
}

async function requirePlace(
	{ db }: Reading,
	guildId: string,
	place: keyof typeof PLACES,
	channelId: string | null,
): Promise<string | null> {
	if (channelId === null) return null
	const channel = await db
		.selectFrom('channels')
		.select(['guild_id', 'type'])
		.where('id', '=', channelId)
		.executeTakeFirst()
	if (channel?.guild_id !== guildId) throw new ApiError('UnknownChannel')
	const [types, error] = PLACES[place]
	if (!types.includes(channel.type)) throw new ApiError(error)
	return channelId
}
