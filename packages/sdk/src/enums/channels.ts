/** Channel kinds; values match the HTTP API. */
export const ChannelType = {
	/** Text channel of a guild. */
	GuildText: 0,
	/** Direct message. */
	Dm: 1,
	/** Voice channel. */
	GuildVoice: 2,
	/** Group direct message. */
	GroupDm: 3,
	/** Category. */
	GuildCategory: 4,
	/** Announcement channel. */
	GuildNews: 5,
	/** Retired store channel. */
	GuildStore: 6,
	/** Thread under an announcement channel. */
	GuildNewsThread: 10,
	/** Public thread. */
	GuildPublicThread: 11,
	/** Private thread. */
	GuildPrivateThread: 12,
	/** Stage. */
	GuildStageVoice: 13,
	/** Hub directory. */
	GuildDirectory: 14,
	/** Forum. */
	GuildForum: 15,
	/** Media forum. */
	GuildMedia: 16,
	/** Lobby chat. */
	Lobby: 17,
	/** In-game-only DM (between provisional users or non-friends). */
	EphemeralDm: 18,
} as const
export type ChannelType = (typeof ChannelType)[keyof typeof ChannelType]

/** Kind of non-text content. */
export const AdditionalContentType = {
	/** Anything else. */
	Other: 0,
	/** Uploaded file(s). */
	Attachment: 1,
	Poll: 2,
	/** Recorded voice message. */
	VoiceMessage: 3,
	/** Thread starter. */
	Thread: 4,
	/** Rich embed. */
	Embed: 5,
	Sticker: 6,
} as const
export type AdditionalContentType = (typeof AdditionalContentType)[keyof typeof AdditionalContentType]

/** Kind of an SDK-injected notice message. */
export const DisclosureTypes = {
	/** Tells a sender, once, that game messages are also visible on the platform. */
	MessageDataVisibleOnPlatform: 3,
} as const
export type DisclosureTypes = (typeof DisclosureTypes)[keyof typeof DisclosureTypes]
