/** Permission bits, by the names of the public documentation, and the pure function that works them out. */
export const PERMISSIONS = {
	CreateInstantInvite: 1n << 0n,
	KickMembers: 1n << 1n,
	BanMembers: 1n << 2n,
	Administrator: 1n << 3n,
	ManageChannels: 1n << 4n,
	ManageGuild: 1n << 5n,
	AddReactions: 1n << 6n,
	ViewAuditLog: 1n << 7n,
	PrioritySpeaker: 1n << 8n,
	Stream: 1n << 9n,
	ViewChannel: 1n << 10n,
	SendMessages: 1n << 11n,
	SendTtsMessages: 1n << 12n,
	ManageMessages: 1n << 13n,
	EmbedLinks: 1n << 14n,
	AttachFiles: 1n << 15n,
	ReadMessageHistory: 1n << 16n,
	MentionEveryone: 1n << 17n,
	UseExternalEmojis: 1n << 18n,
	ViewGuildInsights: 1n << 19n,
	Connect: 1n << 20n,
	Speak: 1n << 21n,
	MuteMembers: 1n << 22n,
	DeafenMembers: 1n << 23n,
	MoveMembers: 1n << 24n,
	UseVad: 1n << 25n,
	ChangeNickname: 1n << 26n,
	ManageNicknames: 1n << 27n,
	ManageRoles: 1n << 28n,
	ManageWebhooks: 1n << 29n,
	ManageGuildExpressions: 1n << 30n,
	UseApplicationCommands: 1n << 31n,
	RequestToSpeak: 1n << 32n,
	ManageEvents: 1n << 33n,
	ManageThreads: 1n << 34n,
	CreatePublicThreads: 1n << 35n,
	CreatePrivateThreads: 1n << 36n,
	UseExternalStickers: 1n << 37n,
	SendMessagesInThreads: 1n << 38n,
	UseEmbeddedActivities: 1n << 39n,
	ModerateMembers: 1n << 40n,
	ViewCreatorMonetizationAnalytics: 1n << 41n,
	UseSoundboard: 1n << 42n,
	CreateGuildExpressions: 1n << 43n,
	CreateEvents: 1n << 44n,
	UseExternalSounds: 1n << 45n,
	SendVoiceMessages: 1n << 46n,
	SetVoiceChannelStatus: 1n << 48n,
	SendPolls: 1n << 49n,
	UseExternalApps: 1n << 50n,
	PinMessages: 1n << 51n,
	BypassSlowmode: 1n << 52n,
} as const

export type PermissionName = keyof typeof PERMISSIONS

/** Every bit there is. */
export const ALL_PERMISSIONS = Object.values(PERMISSIONS).reduce((all, bit) => all | bit, 0n)

const union = (...names: PermissionName[]): bigint => names.reduce((bits, name) => bits | PERMISSIONS[name], 0n)

/** What takes a second step of its holder where the guild asks for one (`mfa_level` 1): for a bot, of its owner. */
export const ELEVATED_PERMISSIONS = union(
	'KickMembers',
	'BanMembers',
	'Administrator',
	'ManageChannels',
	'ManageGuild',
	'ManageMessages',
	'ManageRoles',
	'ManageWebhooks',
	'ManageGuildExpressions',
	'ManageThreads',
	'ViewCreatorMonetizationAnalytics',
)

/** What `@everyone` may do in a new guild. */
export const DEFAULT_PERMISSIONS = union(
	'CreateInstantInvite',
	'AddReactions',
	'Stream',
	'ViewChannel',
	'SendMessages',
	'EmbedLinks',
	'AttachFiles',
	'ReadMessageHistory',
	'UseExternalEmojis',
	'Connect',
	'Speak',
	'UseVad',
	'ChangeNickname',
	'UseApplicationCommands',
	'RequestToSpeak',
	'CreatePublicThreads',
	'CreatePrivateThreads',
	'UseExternalStickers',
	'SendMessagesInThreads',
	'UseEmbeddedActivities',
	'UseSoundboard',
	'UseExternalSounds',
	'SendVoiceMessages',
	'SendPolls',
	'UseExternalApps',
	'CreateGuildExpressions',
	'CreateEvents',
)

/** What both sides of a direct channel may do there. */
export const DIRECT_PERMISSIONS = union(
	'ViewChannel',
	'SendMessages',
	'SendTtsMessages',
	'EmbedLinks',
	'AttachFiles',
	'ReadMessageHistory',
	'MentionEveryone',
	'AddReactions',
	'UseExternalEmojis',
	'UseExternalStickers',
	'UseApplicationCommands',
	'UseEmbeddedActivities',
	'SendVoiceMessages',
	'SendPolls',
	'PinMessages',
	'Connect',
	'Speak',
	'Stream',
	'UseVad',
)

/** What a member keeps while timed out. */
const TIMED_OUT_PERMISSIONS = union('ViewChannel', 'ReadMessageHistory')

export interface RolePermissions {
	id: string
	permissions: bigint
}

export interface Overwrite {
	/** A role's id or a user's. */
	id: string
	/** 0 role, 1 member. */
	type: number
	allow: bigint
	deny: bigint
}

export interface Standing {
	guildId: string
	ownerId: string
	userId: string
	/** The roles the member holds, `@everyone` among them. */
	roles: readonly RolePermissions[]
	isTimedOut?: boolean
}

/** What a member may do in the guild as a whole: everything for the owner and administrators. */
export function guildPermissions(standing: Standing): bigint {
	if (standing.userId === standing.ownerId) return ALL_PERMISSIONS
	let bits = 0n
	for (const role of standing.roles) bits |= role.permissions
	if (bits & PERMISSIONS.Administrator) return ALL_PERMISSIONS
	return standing.isTimedOut ? bits & TIMED_OUT_PERMISSIONS : bits
}

/**
 * What a member may do in a channel: the guild's bits, then the overwrites of `@everyone`, of the member's roles taken
 * together, and of the member. Without ViewChannel nothing is left; without SendMessages nothing that rests on it.
 */
export function channelPermissions(standing: Standing, overwrites: readonly Overwrite[]): bigint {
	const base = guildPermissions({ ...standing, isTimedOut: false })
	if (base & PERMISSIONS.Administrator) return ALL_PERMISSIONS
	let bits = base
	const held = new Set(standing.roles.map((role) => role.id))
	let roleAllow = 0n
	let roleDeny = 0n
	let own: Overwrite | undefined
	for (const overwrite of overwrites) {
		if (overwrite.type === 1) {
			if (overwrite.id === standing.userId) own = overwrite
		} else if (overwrite.id === standing.guildId) {
			bits = (bits & ~overwrite.deny) | overwrite.allow
		} else if (held.has(overwrite.id)) {
			roleAllow |= overwrite.allow
			roleDeny |= overwrite.deny
		}
	}
	bits = (bits & ~roleDeny) | roleAllow
	if (own) bits = (bits & ~own.deny) | own.allow
	if (standing.isTimedOut) bits &= TIMED_OUT_PERMISSIONS
	return withoutOrphans(bits)
}

const SENDING = union('MentionEveryone', 'SendTtsMessages', 'AttachFiles', 'EmbedLinks')

function withoutOrphans(bits: bigint): bigint {
	if (!(bits & PERMISSIONS.ViewChannel)) return 0n
	if (!(bits & PERMISSIONS.SendMessages)) return bits & ~SENDING
	return bits
}

/** Whether `bits` contain all the named permissions. */
export function hasPermissions(bits: bigint, ...names: PermissionName[]): boolean {
	const wanted = union(...names)
	return (bits & wanted) === wanted
}
