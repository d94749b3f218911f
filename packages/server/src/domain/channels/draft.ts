import { ApiError, CHANNEL_TYPES, type ChannelChanges, formError } from '@guildhall/protocol'
import type { ChannelRow } from '../access/access.ts'
import { draftSettings } from './draft-settings.ts'
import { isVoiceRegion } from './regions.ts'
import { GUILD_CHANNEL_TRAITS, traitsOf } from './types.ts'

/** The columns that a request sets directly; where a channel stands and who may see it is decided elsewhere. */
export type ChannelDraft = Pick<
	ChannelRow,
	| 'type'
	| 'name'
	| 'topic'
	| 'is_nsfw'
	| 'rate_limit_per_user'
	| 'bitrate'
	| 'user_limit'
	| 'rtc_region'
	| 'video_quality_mode'
	| 'default_auto_archive_duration'
	| 'settings'
	| 'flags'
>

export interface DraftContext {
	/** Of the guild. */
	features: readonly string[]
	/** For new tags. */
	newId(): string
}

const BLANK: ChannelDraft = {
	type: CHANNEL_TYPES.text,
	name: '',
	topic: null,
	is_nsfw: 0,
	rate_limit_per_user: 0,
	bitrate: null,
	user_limit: null,
	rtc_region: null,
	video_quality_mode: null,
	default_auto_archive_duration: null,
	settings: '{}',
	flags: 0,
}

/** Types that only a community has. */
const COMMUNITY_TYPES: readonly number[] = [CHANNEL_TYPES.announcement, CHANNEL_TYPES.stage]
const DEFAULT_BITRATE = 64_000
const REQUIRE_TAG = 1 << 4
const HIDE_MEDIA_DOWNLOADS = 1 << 15

/**
 * What a channel becomes by these changes; a new one without `before`. What does not belong to its type is ignored, what
 * does and is wrong is refused.
 * @throws InvalidFormBody, ChannelType, BitrateTooHigh, TagNamesNotUnique
 */
export function draftChannel(
	changes: Omit<ChannelChanges, 'permission_overwrites' | 'parent_id' | 'position'>,
	context: DraftContext,
	before?: ChannelDraft,
): ChannelDraft {
	const type = draftType(changes.type, context, before?.type)
	const { hasMessages, hasVoice, hasThreads, isForum, hasTopic } = traitsOf(type)
	const draft = { ...draftOf(before ?? BLANK), type }
	draft.name = draftName(changes.name ?? draft.name ?? '', type)
	if (hasTopic && changes.topic !== undefined) draft.topic = draftTopic(changes.topic, isForum ? 4096 : 1024)
	if (type !== CHANNEL_TYPES.category && changes.nsfw !== undefined) draft.is_nsfw = changes.nsfw ? 1 : 0
	if ((hasMessages || isForum) && changes.rate_limit_per_user !== undefined) {
		draft.rate_limit_per_user = changes.rate_limit_per_user ?? 0
	}
	if (hasThreads && changes.default_auto_archive_duration !== undefined) {
		draft.default_auto_archive_duration = changes.default_auto_archive_duration
	}
	if (hasVoice) Object.assign(draft, draftVoice(draft, changes, context))
	if (hasThreads)
		draft.settings = draftSettings(draft.settings, changes, { isForum: isForum === true, type, ...context })
	if (isForum && typeof changes.flags === 'number') {
		const editable = type === CHANNEL_TYPES.media ? REQUIRE_TAG | HIDE_MEDIA_DOWNLOADS : REQUIRE_TAG
		draft.flags = (draft.flags & ~editable) | (changes.flags & editable)
	}
	return draft
}

/** Of a channel's row only what a draft is about. */
function draftOf(channel: ChannelDraft): ChannelDraft {
	const keys = Object.keys(BLANK) as (keyof ChannelDraft)[]
	return Object.fromEntries(keys.map((key) => [key, channel[key]])) as unknown as ChannelDraft
}

/** A type is chosen once; afterwards only text and announcement channels turn into each other. */
function draftType(wanted: number | null | undefined, { features }: DraftContext, before: number | undefined): number {
	const type = wanted ?? before ?? CHANNEL_TYPES.text
	if (type === before) return type
	if (!GUILD_CHANNEL_TRAITS[type]) {
		const known = Object.keys(GUILD_CHANNEL_TRAITS).join(', ')
		throw formError(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${known}}.`)
	}
	const convertible: readonly number[] = [CHANNEL_TYPES.text, CHANNEL_TYPES.announcement]
	if (before !== undefined && !(convertible.includes(before) && convertible.includes(type))) {
		throw new ApiError('ChannelType')
	}
	if (COMMUNITY_TYPES.includes(type) && !features.includes('COMMUNITY')) throw new ApiError('ChannelType')
	return type
}

/** The name as it is kept: text channels have theirs in lower case, with hyphens for blanks and without punctuation. */
function draftName(name: string, type: number): string {
	const kept = traitsOf(type).hasSlugName
		? name
				.trim()
				.toLowerCase()
				.replace(/[!"#$%&'()*+,./:;<=>?@[\\\]^`{|}~]/g, '')
				.replace(/[\s-]+/g, '-')
		: name.trim()
	if (kept === '') throw formError(['name'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.')
	return kept
}

function draftTopic(topic: string | null, most: number): string | null {
	if (topic === null || topic === '') return null
	if ([...topic].length > most) {
		throw formError(['topic'], 'BASE_TYPE_BAD_LENGTH', `Must be ${most} or fewer in length.`)
	}
	return topic
}

function draftVoice(
	before: ChannelDraft,
	{ bitrate, user_limit, rtc_region, video_quality_mode }: ChannelChanges,
	{ features }: DraftContext,
) {
	const isStage = before.type === CHANNEL_TYPES.stage
	if (bitrate && bitrate > mostBitrate(features)) throw new ApiError('BitrateTooHigh')
	const mostUsers = isStage ? 10_000 : 99
	if (user_limit && user_limit > mostUsers) {
		throw formError(['user_limit'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${mostUsers}.`)
	}
	if (rtc_region && !isVoiceRegion(rtc_region)) {
		throw formError(['rtc_region'], 'BASE_TYPE_CHOICES', 'There is no such voice region.')
	}
	return {
		bitrate: bitrate ?? before.bitrate ?? DEFAULT_BITRATE,
		user_limit: user_limit ?? before.user_limit ?? 0,
		rtc_region: rtc_region === undefined ? before.rtc_region : rtc_region || null,
		video_quality_mode: video_quality_mode === undefined ? before.video_quality_mode : video_quality_mode,
	}
}

/** Bits per second that voice in a guild may take. */
function mostBitrate(features: readonly string[]): number {
	return features.includes('VIP_REGIONS') ? 384_000 : 96_000
}
