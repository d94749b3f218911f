/**
 * Every error of the platform's own wire: name, `code`, HTTP status, sentence (http-conventions.md §3.1). The only place
 * with numbers. OAuth2 endpoints answer RFC 6749 errors instead.
 */
export const ERRORS = {
	UnknownAccount: [10001, 404, 'Unknown Account'],
	UnknownApplication: [10002, 404, 'Unknown Application'],
	UnknownChannel: [10003, 404, 'Unknown Channel'],
	UnknownGuild: [10004, 404, 'Unknown Guild'],
	UnknownIntegration: [10005, 404, 'Unknown Integration'],
	UnknownInvite: [10006, 404, 'Unknown Invite'],
	UnknownMember: [10007, 404, 'Unknown Member'],
	UnknownMessage: [10008, 404, 'Unknown Message'],
	UnknownPermissionOverwrite: [10009, 404, 'Unknown Permission Overwrite'],
	UnknownProvider: [10010, 404, 'Unknown Provider'],
	UnknownRole: [10011, 404, 'Unknown Role'],
	UnknownToken: [10012, 404, 'Unknown Token'],
	UnknownUser: [10013, 404, 'Unknown User'],
	UnknownEmoji: [10014, 404, 'Unknown Emoji'],
	UnknownWebhook: [10015, 404, 'Unknown Webhook'],
	UnknownWebhookService: [10016, 404, 'Unknown Webhook Service'],
	UnknownSession: [10020, 404, 'Unknown Session'],
	UnknownAsset: [10021, 404, 'Unknown Asset'],
	UnknownBan: [10026, 404, 'Unknown Ban'],
	UnknownSku: [10027, 404, 'Unknown SKU'],
	UnknownStoreListing: [10028, 404, 'Unknown Store Listing'],
	UnknownEntitlement: [10029, 404, 'Unknown Entitlement'],
	UnknownBuild: [10030, 404, 'Unknown Build'],
	UnknownLobby: [10031, 404, 'Unknown Lobby'],
	UnknownBranch: [10032, 404, 'Unknown Branch'],
	UnknownStoreDirectoryLayout: [10033, 404, 'Unknown Store Directory Layout'],
	UnknownRedistributable: [10036, 404, 'Unknown Redistributable'],
	UnknownGiftCode: [10038, 404, 'Unknown Gift Code'],
	UnknownStream: [10049, 404, 'Unknown Stream'],
	UnknownSubscribeCooldown: [10050, 404, 'Unknown premium server subscribe cooldown'],
	UnknownGuildTemplate: [10057, 404, 'Unknown Guild Template'],
	UnknownDiscoverableServerCategory: [10059, 404, 'Unknown Discoverable Server Category'],
	UnknownSticker: [10060, 404, 'Unknown Sticker'],
	UnknownStickerPack: [10061, 404, 'Unknown Sticker Pack'],
	UnknownInteraction: [10062, 404, 'Unknown Interaction'],
	UnknownApplicationCommand: [10063, 404, 'Unknown Application Command'],
	UnknownVoiceState: [10065, 404, 'Unknown Voice State'],
	UnknownApplicationCommandPermissions: [10066, 404, 'Unknown Application Command Permissions'],
	UnknownStageInstance: [10067, 404, 'Unknown Stage Instance'],
	UnknownMemberVerificationForm: [10068, 404, 'Unknown Guild Member Verification Form'],
	UnknownWelcomeScreen: [10069, 404, 'Unknown Guild Welcome Screen'],
	UnknownScheduledEvent: [10070, 404, 'Unknown Guild Scheduled Event'],
	UnknownScheduledEventUser: [10071, 404, 'Unknown Guild Scheduled Event User'],
	UnknownTag: [10087, 404, 'Unknown Tag'],
	UnknownSound: [10097, 404, 'Unknown Sound'],
	UnknownInviteTargetUsersJob: [10124, 404, 'Unknown Invite Target Users Job'],
	UnknownInviteTargetUsers: [10129, 404, 'Unknown Invite Target Users'],
	BotsNotAllowed: [20001, 403, 'Bots cannot use this endpoint'],
	OnlyBots: [20002, 403, 'Only bots can use this endpoint'],
	ExplicitContent: [20009, 400, 'Explicit content cannot be sent to the desired recipient(s)'],
	/** The same where it is a channel that cannot be taken for its age restriction. */
	AgeRestrictedChannel: [20009, 403, 'Explicit content cannot be sent to the desired recipient(s)'],
	NotAuthorizedOnApplication: [20012, 403, 'You are not authorized to perform this action on this application'],
	PremiumRequired: [20015, 403, 'This action requires a premium subscription'],
	Slowmode: [20016, 429, 'This action cannot be performed due to slowmode rate limit'],
	OwnerOnly: [20018, 403, 'Only the owner of this account can perform this action'],
	AnnouncementEditLimit: [20022, 429, 'This message cannot be edited due to announcement rate limits'],
	UnderMinimumAge: [20024, 403, 'Under minimum age'],
	ChannelWriteLimit: [20028, 429, 'The channel you are writing has hit the write rate limit'],
	GuildWriteLimit: [20029, 429, 'The write action you are performing on the server has hit the write rate limit'],
	DisallowedWords: [
		20031,
		400,
		'Your Stage topic, server name, server description, or channel names contain words that are not allowed',
	],
	BoostLevelTooLow: [20035, 403, 'Guild premium subscription level too low'],
	MaximumGuilds: [30001, 400, 'Maximum number of guilds reached (100)'],
	MaximumFriends: [30002, 400, 'Maximum number of friends reached (1000)'],
	MaximumPins: [30003, 400, 'Maximum number of pins reached for the channel (250)'],
	MaximumRecipients: [30004, 400, 'Maximum number of recipients reached (10)'],
	MaximumRoles: [30005, 400, 'Maximum number of guild roles reached (250)'],
	MaximumWebhooks: [30007, 400, 'Maximum number of webhooks reached (15)'],
	MaximumEmojis: [30008, 400, 'Maximum number of emojis reached'],
	MaximumReactions: [30010, 400, 'Maximum number of reactions reached (20)'],
	MaximumGroups: [30011, 400, 'Maximum number of group DMs reached (10)'],
	MaximumChannels: [30013, 400, 'Maximum number of guild channels reached (500)'],
	MaximumAttachments: [30015, 400, 'Maximum number of attachments in a message reached (10)'],
	MaximumInvites: [30016, 400, 'Maximum number of invites reached (1000)'],
	MaximumAnimatedEmojis: [30018, 400, 'Maximum number of animated emojis reached'],
	MaximumMembers: [30019, 400, 'Maximum number of server members reached'],
	MaximumCategories: [30030, 400, 'Maximum number of server categories has been reached (5)'],
	TemplateExists: [30031, 400, 'Guild already has a template'],
	MaximumCommands: [30032, 400, 'Maximum number of application commands reached'],
	MaximumThreadParticipants: [30033, 400, 'Maximum number of thread participants has been reached (1000)'],
	MaximumDailyCommandCreates: [
		30034,
		400,
		'Maximum number of daily application command creates has been reached (200)',
	],
	MaximumNonMemberBans: [30035, 400, 'Maximum number of bans for non-guild members have been exceeded'],
	MaximumBanFetches: [30037, 400, 'Maximum number of bans fetches has been reached'],
	MaximumScheduledEvents: [30038, 400, 'Maximum number of uncompleted guild scheduled events reached (100)'],
	MaximumStickers: [30039, 400, 'Maximum number of stickers reached'],
	MaximumPruneRequests: [30040, 429, 'Maximum number of prune requests has been reached. Try again later'],
	MaximumWidgetUpdates: [
		30042,
		429,
		'Maximum number of guild widget settings updates has been reached. Try again later',
	],
	MaximumSounds: [30045, 400, 'Maximum number of soundboard sounds reached'],
	MaximumOldMessageEdits: [
		30046,
		429,
		'Maximum number of edits to messages older than 1 hour reached. Try again later',
	],
	MaximumPinnedThreads: [30047, 400, 'Maximum number of pinned threads in a forum channel has been reached'],
	MaximumForumTags: [30048, 400, 'Maximum number of tags in a forum channel has been reached'],
	BitrateTooHigh: [30052, 400, 'Bitrate is too high for channel of this type'],
	MaximumPremiumEmojis: [30056, 400, 'Maximum number of premium emojis reached (25)'],
	MaximumGuildWebhooks: [30058, 400, 'Maximum number of webhooks per guild reached (1000)'],
	MaximumOverwrites: [30060, 400, 'Maximum number of channel permission overwrites reached (1000)'],
	ChannelsTooLarge: [30061, 400, 'The channels for this guild are too large'],
	Unauthorized: [40001, 401, 'Unauthorized. Provide a valid token and try again'],
	VerifyAccount: [40002, 403, 'You need to verify your account in order to perform this action'],
	DirectMessagesTooFast: [40003, 429, 'You are opening direct messages too fast'],
	SendingDisabled: [40004, 403, 'Send messages has been temporarily disabled'],
	RequestTooLarge: [40005, 413, 'Request entity too large. Try sending something smaller in size'],
	FeatureDisabled: [40006, 403, 'This feature has been temporarily disabled server-side'],
	BannedFromGuild: [40007, 403, 'The user is banned from this guild'],
	OneParentAtATime: [40009, 400, "Only one channel's parent_id may change at a time"],
	ConnectionRevoked: [40012, 403, 'Connection has been revoked'],
	OnlyConsumable: [40018, 400, 'Only consumable SKUs can be consumed'],
	OnlySandboxEntitlements: [40019, 400, 'You can only delete sandbox entitlements'],
	NotInVoice: [40032, 400, 'Target user is not connected to voice'],
	AlreadyCrossposted: [40033, 400, 'This message has already been crossposted'],
	CommandNameExists: [40041, 400, 'An application command with that name already exists'],
	InteractionFailed: [40043, 400, 'Application interaction failed to send'],
	NotInForum: [40058, 400, 'Cannot send a message in a forum channel'],
	AlreadyAcknowledged: [40060, 400, 'Interaction has already been acknowledged'],
	TagNamesNotUnique: [40061, 400, 'Tag names must be unique'],
	ResourceLimited: [40062, 429, 'Service resource is being rate limited'],
	NoUsableTags: [40066, 400, 'There are no tags available that can be set by non-moderators'],
	TagRequired: [40067, 400, 'A tag is required to create a forum post in this channel'],
	EntitlementAlreadyGranted: [40074, 400, 'An entitlement has already been granted for this resource'],
	MaximumFollowUps: [40094, 400, 'This interaction has hit the maximum number of follow up messages'],
	BlockedUserAgent: [
		40333,
		403,
		'Cloudflare is blocking your request. This can often be resolved by setting a proper User Agent',
	],
	MissingAccess: [50001, 403, 'Missing Access'],
	InvalidAccountType: [50002, 403, 'Invalid account type'],
	DirectChannel: [50003, 403, 'Cannot execute action on a DM channel'],
	WidgetDisabled: [50004, 403, 'Guild widget disabled'],
	OthersMessage: [50005, 403, 'Cannot edit a message authored by another user'],
	EmptyMessage: [50006, 400, 'Cannot send an empty message'],
	CannotMessageUser: [50007, 403, 'Cannot send messages to this user'],
	NonTextChannel: [50008, 400, 'Cannot send messages in a non-text channel'],
	VerificationLevel: [50009, 403, 'Channel verification level is too high for you to gain access'],
	ApplicationHasNoBot: [50010, 400, 'OAuth2 application does not have a bot'],
	ApplicationLimit: [50011, 400, 'OAuth2 application limit reached'],
	InvalidState: [50012, 400, 'Invalid OAuth2 state'],
	MissingPermissions: [50013, 403, 'Missing Permissions'],
	InvalidAuthenticationToken: [50014, 401, 'Invalid authentication token'],
	NoteTooLong: [50015, 400, 'Note was too long'],
	BulkDeleteCount: [
		50016,
		400,
		'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete',
	],
	MfaLevel: [50017, 403, 'Invalid MFA Level'],
	PinElsewhere: [50019, 400, 'A message can only be pinned in the channel it was sent in'],
	InvalidInvite: [50020, 400, 'Invite code was either invalid or taken'],
	SystemMessage: [50021, 403, 'Cannot execute action on a system message'],
	ChannelType: [50024, 400, 'Cannot execute action on this channel type'],
	InvalidAccessToken: [50025, 401, 'Invalid OAuth2 access token provided'],
	/** A token that somebody else's request carries in its body; 401 would say that the request's own is bad. */
	AccessTokenRefused: [50025, 403, 'Invalid OAuth2 access token provided'],
	MissingScope: [50026, 403, 'Missing required OAuth2 scope'],
	InvalidWebhookToken: [50027, 401, 'Invalid webhook token provided'],
	InvalidRole: [50028, 400, 'Invalid role'],
	InvalidRecipients: [50033, 400, 'Invalid Recipient(s)'],
	TooOldToBulkDelete: [50034, 400, 'A message provided was too old to bulk delete'],
	InvalidFormBody: [50035, 400, 'Invalid Form Body'],
	BotNotInGuild: [50036, 400, "An invite was accepted to a guild the application's bot is not in"],
	InvalidActivityAction: [50039, 400, 'Invalid Activity Action'],
	InvalidApiVersion: [50041, 400, 'Invalid API version provided'],
	FileTooLarge: [50045, 400, 'File uploaded exceeds the maximum size'],
	InvalidFile: [50046, 400, 'Invalid file uploaded'],
	CannotSelfRedeem: [50054, 400, 'Cannot self-redeem this gift'],
	InvalidGuild: [50055, 400, 'Invalid Guild'],
	InvalidSku: [50057, 400, 'Invalid SKU'],
	InvalidRequestOrigin: [50067, 400, 'Invalid request origin'],
	InvalidMessageType: [50068, 400, 'Invalid message type'],
	PaymentSourceRequired: [50070, 400, 'Payment source required to redeem gift'],
	SystemWebhook: [50073, 400, 'Cannot modify a system webhook'],
	CommunityChannel: [50074, 400, 'Cannot delete a channel required for Community guilds'],
	StickersInEdit: [50080, 400, 'Cannot edit stickers within a message'],
	InvalidSticker: [50081, 400, 'Invalid sticker sent'],
	ArchivedThread: [50083, 400, 'Tried to perform an operation on an archived thread'],
	InvalidThreadNotification: [50084, 400, 'Invalid thread notification settings'],
	BeforeThreadCreation: [50085, 400, 'before value is earlier than the thread creation date'],
	CommunityChannelText: [50086, 400, 'Community server channels must be text channels'],
	EventEntityType: [
		50091,
		400,
		'The entity type of the event is different from the entity you are trying to start the event for',
	],
	LocationNotAvailable: [50095, 403, 'This server is not available in your location'],
	MonetizationRequired: [50097, 403, 'This server needs monetization enabled in order to perform this action'],
	BoostsRequired: [50101, 403, 'This server needs more boosts to perform this action'],
	InvalidJson: [50109, 400, 'The request body contains invalid JSON.'],
	InvalidProvidedFile: [50110, 400, 'The provided file is invalid.'],
	InvalidFileType: [50123, 400, 'The provided file type is invalid.'],
	FileDuration: [50124, 400, 'The provided file duration exceeds maximum of 5.2 seconds.'],
	OwnerPending: [50131, 403, 'Owner cannot be pending member'],
	BotOwner: [50132, 403, 'Ownership cannot be transferred to a bot user'],
	ResizeFailed: [50138, 400, 'Failed to resize asset below the maximum size'],
	MixedRoles: [50144, 400, 'Cannot mix subscription and non subscription roles for an emoji'],
	PremiumEmoji: [50145, 400, 'Cannot convert between premium emoji and normal emoji'],
	UploadMissing: [50146, 404, 'Uploaded file not found.'],
	InvalidEmoji: [50151, 400, 'The specified emoji is invalid'],
	VoiceMessageContent: [50159, 400, 'Voice messages do not support additional content.'],
	VoiceMessageAttachment: [50160, 400, 'Voice messages must have a single audio attachment.'],
	VoiceMessageMetadata: [50161, 400, 'Voice messages must have supporting metadata.'],
	VoiceMessageEdit: [50162, 400, 'Voice messages cannot be edited.'],
	SubscriptionIntegration: [50163, 403, 'Cannot delete guild subscription integration'],
	VoiceEffectWhileMuted: [50167, 403, 'Cannot send voice effect when user is server muted, deafened or suppressed'],
	VoiceMessagesDenied: [50173, 403, 'You cannot send voice messages in this channel.'],
	AccountVerification: [50178, 403, 'The user account must first be verified'],
	InvalidFileDuration: [50192, 400, 'The provided file does not have a valid duration.'],
	InvalidUserType: [50229, 400, 'Invalid user type'],
	NoMutualGuilds: [50278, 400, 'Cannot send messages to this user due to having no mutual guilds'],
	StickerPermission: [50600, 403, 'You do not have permission to send this sticker.'],
	TwoFactorRequired: [60003, 403, 'Two factor is required for this operation'],
	RequestsClosed: [80000, 403, 'Incoming friend requests disabled.'],
	RequestBlocked: [80001, 403, 'Friend request blocked'],
	NoSuchTag: [80004, 404, 'No users with DiscordTag exist'],
	AlreadyFriends: [80007, 400, 'You are already friends with that user.'],
	NoPendingRequest: [80008, 400, 'There is no friend request of that user.'],
	ReactionBlocked: [90001, 403, 'Reaction was blocked'],
	BurstReactions: [90002, 403, 'User cannot use burst reactions'],
	IndexNotReady: [110000, 202, 'Index not yet available. Try again later'],
	ApplicationNotReady: [110001, 400, 'Application not yet available. Try again later'],
	Overloaded: [130000, 503, 'API resource is currently overloaded. Try again a little later'],
	StageAlreadyOpen: [150006, 400, 'The Stage is already open'],
	ReplyWithoutHistory: [160002, 403, 'Cannot reply without permission to read message history'],
	ThreadExists: [160004, 400, 'A thread has already been created for this message'],
	ThreadLocked: [160005, 400, 'Thread is locked'],
	MaximumActiveThreads: [160006, 400, 'Maximum number of active threads reached'],
	MaximumActiveAnnouncementThreads: [160007, 400, 'Maximum number of active announcement threads reached'],
	ForwardUnreadable: [160014, 400, 'You cannot forward a message whose content you cannot read.'],
	InvalidLottie: [170001, 400, 'Invalid JSON for uploaded Lottie file'],
	LottieRasterized: [170002, 400, 'Uploaded Lotties cannot contain rasterized images such as PNG or JPEG'],
	StickerFrameRate: [170003, 400, 'Sticker maximum framerate exceeded'],
	StickerFrameCount: [170004, 400, 'Sticker frame count exceeds maximum of 1000 frames'],
	LottieDimensions: [170005, 400, 'Lottie animation maximum dimensions exceeded'],
	StickerRate: [170006, 400, 'Sticker frame rate is either too small or too large'],
	StickerDuration: [170007, 400, 'Sticker animation duration exceeds maximum of 5 seconds'],
	FinishedEvent: [180000, 400, 'Cannot update a finished event'],
	StageForEvent: [180002, 400, 'Failed to create stage needed for stage event'],
	AutoModBlocked: [200000, 400, 'Message was blocked by automatic moderation'],
	AutoModTitleBlocked: [200001, 400, 'Title was blocked by automatic moderation'],
	WebhookForumThread: [220001, 400, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
	WebhookForumBoth: [220002, 400, 'Webhooks posted to forum channels cannot have both a thread_name and thread_id'],
	WebhookThreadOutsideForum: [220003, 400, 'Webhooks can only create threads in forum channels'],
	WebhookServices: [220004, 400, 'Webhook services cannot be used in forum channels'],
	HarmfulLinks: [240000, 400, 'Message blocked by harmful links filter'],
	JoiningLimited: [340015, 403, 'Joining this server is limited at the moment'],
	OnboardingRequirements: [350000, 400, 'Cannot enable onboarding, requirements are not met'],
	OnboardingBelowRequirements: [350001, 400, 'Cannot update onboarding while below requirements'],
	UploadsLimited: [400001, 403, 'Access to file uploads has been limited for this guild'],
	BulkBanFailed: [500000, 400, 'Failed to ban users'],
	PollVotingBlocked: [520000, 403, 'Poll voting blocked'],
	PollExpired: [520001, 400, 'Poll expired'],
	PollChannelType: [520002, 400, 'Invalid channel type for poll creation'],
	PollEdit: [520003, 400, 'Cannot edit a poll message'],
	PollEmoji: [520004, 400, 'Cannot use an emoji included with the poll'],
	PollNonPoll: [520006, 400, 'Cannot expire a non-poll message'],
	ProvisionalNotPermitted: [530000, 403, 'The application is not permitted to create provisional accounts'],
	IdTokenExpired: [530001, 400, 'The ID token has expired'],
	IssuerMismatch: [530002, 400, 'The issuer of the ID token does not match'],
	AudienceMismatch: [530003, 400, 'The audience of the ID token does not match'],
	IdTokenTooOld: [530004, 400, 'The ID token was issued too long ago'],
	UsernameGeneration: [530006, 500, 'Failed to generate a unique username. Try again'],
	InvalidClientSecret: [530007, 400, 'Invalid client secret'],
	OidcConfigurationNotFound: [530008, 400, 'The OIDC configuration was not found'],
	JwksNotFound: [530009, 400, 'The OIDC JWKS was not found'],
	AccountNotProvisional: [530010, 400, 'The user is not provisional and must sign in with OAuth2'],
	MergeSourceNotProvisional: [530014, 400, 'The source of the merge is not a provisional account'],
	MergeDestinationProvisional: [530016, 400, 'The destination of the merge is a provisional account'],
	MergeSourceBanned: [530017, 400, 'The source of the merge is banned'],
	InvalidIdToken: [530020, 400, 'The ID token is not a valid JWT'],
	TooManyIdentities: [530023, 400, 'The user has too many identities for this application'],
	KidMissing: [530027, 400, 'The ID token has no key id'],
	NotFound: [0, 404, '404: Not Found'],
	MethodNotAllowed: [0, 405, '405: Method Not Allowed'],
	InvalidToken: [0, 401, '401: Unauthorized'],
	ResourceLocked: [0, 423, 'Resource locked'],
	ServerError: [0, 500, '500: Internal Server Error'],
	GatewayUnavailable: [0, 502, '502: Bad Gateway'],
} as const satisfies Record<string, readonly [code: number, status: number, message: string]>

export type ErrorName = keyof typeof ERRORS

/** One complaint about a value: an upper-snake code and a sentence (HC-22). */
export interface FieldError {
	code: string
	message: string
}

/** The tree of HC-21: keys of the request, decimal indices of its arrays, leaves with `_errors`. */
export interface ErrorTree {
	[key: string]: ErrorTree | FieldError[]
}

/** What a caller did wrong or may not do, by its name in the table. */
export class ApiError extends Error {
	readonly named: ErrorName
	readonly code: number
	readonly status: number
	/** Present on `InvalidFormBody`. */
	readonly errors: ErrorTree | undefined
	/** Other members of the body, for the few errors that have some. */
	readonly extra: Record<string, unknown> | undefined

	constructor(
		named: ErrorName,
		detail: { errors?: ErrorTree; extra?: Record<string, unknown>; message?: string } = {},
	) {
		const [code, status, message] = ERRORS[named]
		super(detail.message ?? message)
		this.name = 'ApiError'
		this.named = named
		this.code = code
		this.status = status
		this.errors = detail.errors
		this.extra = detail.extra
	}

	/** The body on the wire. */
	toJSON(): Record<string, unknown> {
		return {
			message: this.message,
			code: this.code,
			...(this.errors ? { errors: this.errors } : {}),
			...this.extra,
		}
	}
}

/** An `InvalidFormBody` with one complaint, at `path` (keys and indices from the body's root; empty: the whole body). */
export function formError(path: readonly (string | number)[], code: string, message: string): ApiError {
	return formErrors([{ path, code, message }])
}

/** An `InvalidFormBody` with several complaints. */
export function formErrors(
	complaints: readonly { path: readonly (string | number)[]; code: string; message: string }[],
): ApiError {
	const errors: ErrorTree = {}
	for (const { path, code, message } of complaints) {
		let node = errors
		for (const key of path) {
			const next = Object.hasOwn(node, String(key)) ? node[String(key)] : undefined
			const child: ErrorTree = next && !Array.isArray(next) ? next : {}
			setOwn(node, String(key), child)
			node = child
		}
		const leaf = Object.hasOwn(node, '_errors') ? (node._errors as FieldError[]) : []
		leaf.push({ code, message })
		node._errors = leaf
	}
	leaveOnlyLeaves(errors)
	return new ApiError('InvalidFormBody', { errors })
}

/** A leaf holds only `_errors` (HC-21): where parts of a value are wrong too, they are what is said of it. */
function leaveOnlyLeaves(node: ErrorTree): void {
	const keys = Object.keys(node).filter((key) => key !== '_errors')
	if (keys.length > 0) delete node._errors
	for (const key of keys) {
		const child = node[key]
		if (child && !Array.isArray(child)) leaveOnlyLeaves(child)
	}
}

/** Sets a key that may be called `__proto__`: keys come from requests. */
function setOwn(node: ErrorTree, key: string, value: ErrorTree): void {
	Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true })
}
