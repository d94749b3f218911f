/** What few types of channels have, kept in `channels.settings`. */
export interface ChannelSettings {
	tags?: StoredTag[]
	defaultReaction?: { emojiId: string | null; emojiName: string | null } | null
	defaultSortOrder?: number | null
	defaultForumLayout?: number
	defaultTagSetting?: 'match_all' | 'match_some' | null
	defaultThreadRateLimit?: number
}

export interface StoredTag {
	id: string
	name: string
	isModerated: boolean
	emojiId: string | null
	emojiName: string | null
}

export function readSettings(json: string): ChannelSettings {
	return JSON.parse(json) as ChannelSettings
}
