/** The ways to a token: a code, a fragment (implicit), an application for itself, a code on another device. */
export type ScopeFlow = 'code' | 'token' | 'client' | 'device'

/** OAuth2 scopes, one line each (oauth.md §1.7). `approval`: none, by the operator, by the social terms, or never directly. */
export interface ScopeDeclaration {
	/** What the consent page says the application gets; empty for what is nothing to a person. */
	says: string
	approval: 'none' | 'operator' | 'social' | 'internal'
	/** The finer scopes it stands for. Stored and returned unexpanded, checked expanded. */
	expands?: readonly string[]
	/** The flows it can be granted in; absent: every one. */
	flows?: readonly ScopeFlow[]
}

const PRESENCE = [
	'identify',
	'relationships.read',
	'relationships.write',
	'presences.read',
	'presences.write',
	'activities.read',
	'activities.write',
	'activities.invites.write',
	'gateway.connect',
	'application_identities.write',
	'account.global_name.update',
] as const

const COMMUNICATION = [
	...PRESENCE,
	'sdk.social_layer_presence',
	'lobbies.write',
	'dm_channels.read',
	'dm_channels.messages.read',
	'dm_channels.messages.write',
	'guilds',
	'guilds.channels.read',
	'guilds.members.read',
	'voice',
] as const

const open = (says: string, flows?: readonly ScopeFlow[]): ScopeDeclaration => ({
	says,
	approval: 'none',
	...(flows ? { flows } : {}),
})
const approved = (says: string): ScopeDeclaration => ({ says, approval: 'operator' })
const internal = (says: string): ScopeDeclaration => ({ says, approval: 'internal' })

export const SCOPES = {
	identify: open('See your username, avatar and banner'),
	email: open('See your email address'),
	'identify.premium': approved('See your subscription'),
	openid: open('Confirm who you are', ['code', 'device']),
	connections: open('See the accounts you have connected'),
	guilds: open('See which servers you are in'),
	'guilds.join': open('Add you to servers'),
	'guilds.members.read': open('See your nickname and roles in your servers'),
	'gdm.join': open('Add you to group conversations'),
	bot: open('Add a bot to a server', ['code']),
	'applications.commands': open('Create commands'),
	'applications.commands.update': open('Update its own commands', ['client']),
	'applications.commands.permissions.update': open('Update permissions of its commands in your servers'),
	'applications.entitlements': open('See what you have bought from it'),
	'applications.store.update': open('Update its own store data'),
	'applications.builds.read': open('Read its own builds'),
	'applications.builds.upload': approved('Upload builds'),
	'messages.read': open('Read your messages'),
	'role_connections.write': open('Update what your linked roles rest on', ['code', 'device']),
	'webhook.incoming': open('Add a webhook to a channel', ['code']),
	rpc: approved('Control your local client'),
	'rpc.notifications.read': approved('Receive your notifications'),
	'rpc.voice.read': approved('Read your voice settings'),
	'rpc.voice.write': approved('Change your voice settings'),
	'rpc.video.read': approved('Read your video status'),
	'rpc.video.write': approved('Change your video settings'),
	'rpc.screenshare.read': approved('Read your screen sharing status'),
	'rpc.screenshare.write': approved('Change your screen sharing settings'),
	'rpc.activities.write': approved('Update your activity'),
	voice: approved('Connect to voice for you'),
	'dm_channels.read': approved('See your direct messages and groups'),
	'activities.read': approved('See what you and your friends are playing'),
	'activities.write': approved('Update your activity'),
	'activities.invites.write': approved('Send activity invites for you'),
	'relationships.read': { says: 'See your friends and pending requests', approval: 'social' },
	'sdk.social_layer_presence': {
		says: 'Show your friends and what you play, and send and receive game invites',
		approval: 'social',
		expands: PRESENCE,
	},
	'sdk.social_layer': {
		says: 'Show your friends and what you play, and chat, talk and meet in lobbies',
		approval: 'social',
		expands: COMMUNICATION,
	},
	'relationships.write': internal('Send and answer friend requests for you'),
	'presences.read': internal('See when your friends are online'),
	'presences.write': internal('Show when you are online'),
	'gateway.connect': internal(''),
	'application_identities.write': internal('Remember who you are in the game'),
	'account.global_name.update': internal(''),
	'lobbies.write': internal('Create, join and leave lobbies for you'),
	'dm_channels.messages.read': internal('Read your direct messages'),
	'dm_channels.messages.write': internal('Send direct messages for you'),
	'guilds.channels.read': internal('See the channels of your servers'),
} as const satisfies Record<string, ScopeDeclaration>

export type Scope = keyof typeof SCOPES

/** Scopes that put the application somewhere: `bot` into a guild, the other one into a guild or an account. */
export const INSTALL_SCOPES: readonly Scope[] = ['bot', 'applications.commands']
/** Scopes that give something once, so that a person is asked each time. */
export const PASSTHROUGH_SCOPES: readonly Scope[] = ['bot', 'webhook.incoming']

/** Whether `name` is a scope this platform knows. */
export function isScope(name: string): name is Scope {
	return Object.hasOwn(SCOPES, name)
}

/** The scopes asked for, with those they stand for. Unknown names are left out. */
export function expandScopes(names: Iterable<string>): Set<Scope> {
	const all = new Set<Scope>()
	for (const name of names) {
		if (!isScope(name)) continue
		all.add(name)
		const declared: ScopeDeclaration = SCOPES[name]
		for (const finer of declared.expands ?? []) if (isScope(finer)) all.add(finer)
	}
	return all
}
