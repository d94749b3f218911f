/** State of one relationship track. */
export const RelationshipType = {
	/** No relation. */
	None: 0,
	/** Friends. */
	Friend: 1,
	/** Current user blocked the other (platform track only). */
	Blocked: 2,
	/** Request received, undecided. */
	PendingIncoming: 3,
	/** Request sent, undecided. */
	PendingOutgoing: 4,
	/** Exists in the service, never expected in the SDK. */
	Implicit: 5,
	/** Exists in the service, never expected in the SDK. */
	Suggestion: 6,
} as const
export type RelationshipType = (typeof RelationshipType)[keyof typeof RelationshipType]

/** Section of the unified friends list. */
export const RelationshipGroupType = {
	/** Online and in this game. */
	OnlinePlayingGame: 0,
	/** Online, not in this game. */
	OnlineElsewhere: 1,
	Offline: 2,
} as const
export type RelationshipGroupType = (typeof RelationshipGroupType)[keyof typeof RelationshipGroupType]

/** Issuer of an application profile. */
export const ExternalIdentityProviderType = {
	/** Custom OpenID Connect. */
	OIDC: 0,
	/** Epic. */
	EpicOnlineServices: 1,
	Steam: 2,
	Unity: 3,
	/** Identity created with the bot-token endpoint. */
	PlatformBot: 4,
	/** No provider. */
	None: 5,
	/** Provider this SDK build does not know (Apple and PSN fall here). */
	Unknown: 6,
} as const
export type ExternalIdentityProviderType =
	(typeof ExternalIdentityProviderType)[keyof typeof ExternalIdentityProviderType]

/** Online state of a user. */
export const StatusType = {
	Online: 0,
	/** Offline or hidden. */
	Offline: 1,
	/** Not visible because of a block. */
	Blocked: 2,
	/** Away. */
	Idle: 3,
	/** Do not disturb. */
	Dnd: 4,
	/** Online but shown offline (own user only). */
	Invisible: 5,
	Streaming: 6,
	/** Not known. */
	Unknown: 7,
} as const
export type StatusType = (typeof StatusType)[keyof typeof StatusType]

/** Image format of an avatar URL. */
export const UserHandleAvatarType = {
	Gif: 0,
	Webp: 1,
	Png: 2,
	Jpeg: 3,
} as const
export type UserHandleAvatarType = (typeof UserHandleAvatarType)[keyof typeof UserHandleAvatarType]
