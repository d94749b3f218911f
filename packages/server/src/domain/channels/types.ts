import { CHANNEL_TYPES } from '@guildhall/protocol'

/** What a type of channel has. */
export interface ChannelTraits {
	/** Messages can be written in it. */
	hasMessages?: boolean
	/** People can speak in it. */
	hasVoice?: boolean
	/** It holds threads only, with tags. */
	isForum?: boolean
	/** Threads can be opened in it. */
	hasThreads?: boolean
	/** Its name is written in lower case with hyphens. */
	hasSlugName?: boolean
	hasTopic?: boolean
}

const { text, voice, category, announcement, stage, forum, media } = CHANNEL_TYPES

/** The types a guild can make, and what each of them has. */
export const GUILD_CHANNEL_TRAITS: Readonly<Record<number, ChannelTraits>> = {
	[text]: { hasMessages: true, hasThreads: true, hasSlugName: true, hasTopic: true },
	[voice]: { hasMessages: true, hasVoice: true },
	[category]: {},
	[announcement]: { hasMessages: true, hasThreads: true, hasSlugName: true, hasTopic: true },
	[stage]: { hasMessages: true, hasVoice: true, hasTopic: true },
	[forum]: { isForum: true, hasThreads: true, hasSlugName: true, hasTopic: true },
	[media]: { isForum: true, hasThreads: true, hasSlugName: true, hasTopic: true },
}

/** What a channel of this type has; nothing for a type that no guild makes. */
export function traitsOf(type: number): ChannelTraits {
	return GUILD_CHANNEL_TRAITS[type] ?? {}
}
