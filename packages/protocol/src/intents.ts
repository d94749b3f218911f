/** Gateway intents and their bits (events.md §6). */
export const INTENTS = {
	Guilds: 1 << 0,
	GuildMembers: 1 << 1,
	GuildModeration: 1 << 2,
	GuildExpressions: 1 << 3,
	GuildIntegrations: 1 << 4,
	GuildWebhooks: 1 << 5,
	GuildInvites: 1 << 6,
	GuildVoiceStates: 1 << 7,
	GuildPresences: 1 << 8,
	GuildMessages: 1 << 9,
	GuildMessageReactions: 1 << 10,
	GuildMessageTyping: 1 << 11,
	DirectMessages: 1 << 12,
	DirectMessageReactions: 1 << 13,
	DirectMessageTyping: 1 << 14,
	MessageContent: 1 << 15,
	GuildScheduledEvents: 1 << 16,
	AutoModerationConfiguration: 1 << 20,
	AutoModerationExecution: 1 << 21,
	GuildMessagePolls: 1 << 24,
	DirectMessagePolls: 1 << 25,
} as const

export type IntentName = keyof typeof INTENTS

/** No event hangs on it; interactions.py asks for it unless it is told otherwise. */
const SILENT_INTENT = 1 << 17

/** Every bit that may be sent in Identify; another one closes with 4013. */
export const KNOWN_INTENTS = Object.values(INTENTS).reduce((all, bit) => all | bit, SILENT_INTENT)

/** Bits that sessions of players (bearer tokens) may send besides (social.md §7, sdk/server-needs.md §2). */
export const SOCIAL_INTENTS = (1 << 18) | (1 << 19) | (1 << 22) | (1 << 23) | (1 << 27) | (1 << 28) | (1 << 29)

/** Intents an application must be granted, with the flags that grant them (GWI-03): limited, approved. */
export const PRIVILEGED_INTENTS = [
	{ intent: INTENTS.GuildPresences, flags: (1 << 12) | (1 << 13) },
	{ intent: INTENTS.GuildMembers, flags: (1 << 14) | (1 << 15) },
	{ intent: INTENTS.MessageContent, flags: (1 << 18) | (1 << 19) },
] as const
