import { ApiError, CHANNEL_TYPES, type ChannelChanges, formError } from '@guildhall/protocol'
import { type ChannelSettings, readSettings, type StoredTag } from './settings.ts'

type TagInput = NonNullable<ChannelChanges['available_tags']>[number]

const MOST_TAG_LETTERS = 20

/** What `channels.settings` becomes by these changes. @throws InvalidFormBody, TagNamesNotUnique */
export function draftSettings(
	before: string,
	changes: ChannelChanges,
	channel: { type: number; isForum: boolean; newId(): string },
): string {
	const settings: ChannelSettings = { ...readSettings(before) }
	if (changes.default_thread_rate_limit_per_user !== undefined) {
		settings.defaultThreadRateLimit = changes.default_thread_rate_limit_per_user ?? 0
	}
	if (channel.isForum) {
		if (changes.available_tags !== undefined) {
			settings.tags = draftTags(changes.available_tags ?? [], settings.tags ?? [], channel.newId)
		}
		if (changes.default_reaction_emoji !== undefined) {
			settings.defaultReaction = draftReaction(changes.default_reaction_emoji)
		}
		if (changes.default_sort_order !== undefined) settings.defaultSortOrder = changes.default_sort_order
		if (changes.default_tag_setting !== undefined) settings.defaultTagSetting = changes.default_tag_setting
		if (typeof changes.default_forum_layout === 'number' && channel.type === CHANNEL_TYPES.forum) {
			settings.defaultForumLayout = changes.default_forum_layout
		}
	}
	return JSON.stringify(settings)
}

/** A tag that comes with the id of one there is stays that tag; any other is a new one. */
function draftTags(wanted: readonly TagInput[], before: readonly StoredTag[], newId: () => string): StoredTag[] {
	const tags = wanted.map((tag, index): StoredTag => {
		const name = tag.name.trim()
		if (name === '' || [...name].length > MOST_TAG_LETTERS) {
			throw formError(
				['available_tags', index, 'name'],
				'BASE_TYPE_BAD_LENGTH',
				`Must be between 1 and ${MOST_TAG_LETTERS} in length.`,
			)
		}
		const emoji = oneEmoji(['available_tags', index], tag)
		const kept = before.find(({ id }) => id === tag.id)
		return { id: kept?.id ?? newId(), name, isModerated: tag.moderated ?? false, ...emoji }
	})
	if (new Set(tags.map(({ name }) => name.toLowerCase())).size < tags.length) throw new ApiError('TagNamesNotUnique')
	return tags
}

function draftReaction(emoji: ChannelChanges['default_reaction_emoji']) {
	if (!emoji) return null
	const one = oneEmoji(['default_reaction_emoji'], emoji)
	return one.emojiId || one.emojiName ? one : null
}

/** An emoji is named by its id or by its character, never by both. */
function oneEmoji(
	path: readonly (string | number)[],
	{ emoji_id, emoji_name }: { emoji_id?: string | null; emoji_name?: string | null },
): { emojiId: string | null; emojiName: string | null } {
	if (emoji_id && emoji_name) {
		throw formError([...path, 'emoji_name'], 'BASE_TYPE_CHOICES', 'Only one of emoji_id and emoji_name can be set.')
	}
	return { emojiId: emoji_id || null, emojiName: emoji_name || null }
}
