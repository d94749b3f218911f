import { SCOPES, type ScopeDeclaration } from '@guildhall/protocol'
import type { NewUser } from '../domain/accounts/accounts.ts'
import type { NewApplication } from '../domain/applications/applications.ts'

/** Registered for the first and the third application. Nobody listens there: whoever tests reads the redirect itself. */
export const REDIRECT_URI = 'http://127.0.0.1:9/callback'

/** Who can sign in. In this order they are `users` of the fixture. */
export const PLAYERS: readonly NewUser[] = [
	{ username: 'alice', globalName: 'Alice', email: 'alice@example.com', isVerified: true },
	{ username: 'bob', globalName: 'Bob', email: 'bob@example.com', isVerified: true },
	{ username: 'spare', globalName: 'Spare', email: 'spare@example.com', isVerified: true },
]

/** What names of the community's other members begin with. */
export const MEMBER_PREFIX = 'member'

/** With the players and two bots they make 25. */
export const MEMBERS: readonly NewUser[] = numbered(MEMBER_PREFIX, 20, 2)

/** With the owner and three bots they make 1,104. */
export const CROWD: readonly NewUser[] = numbered('visitor', 1100, 4)

function numbered(prefix: string, count: number, digits: number): NewUser[] {
	return Array.from({ length: count }, (_, index) => ({
		username: `${prefix}${String(index + 1).padStart(digits, '0')}`,
	}))
}

/** Presence, members and message content, as they are granted to bots in few guilds. */
const ALL_PRIVILEGED_INTENTS = (1 << 13) | (1 << 15) | (1 << 19)

const APPROVED_SCOPES = Object.entries<ScopeDeclaration>(SCOPES)
	.filter(([, { approval }]) => approval === 'operator')
	.map(([name]) => name)

/** In this order they are `bots` of the fixture. The first is the game; its approvals are those a shipped game holds. */
export const APPLICATIONS: readonly Omit<NewApplication, 'ownerId'>[] = [
	{
		name: 'Harbor Lights',
		description: 'A game of ships and signals, for the demo studio.',
		// Players sign in from the game itself, which can keep no secret.
		isPublicClient: true,
		flags: ALL_PRIVILEGED_INTENTS,
		redirectUris: [
			REDIRECT_URI,
			'http://127.0.0.1:9/auth/callback/discord',
			'http://127.0.0.1:9/api/auth/callback/discord',
		],
		eligibleScopes: APPROVED_SCOPES,
		hasSocialTerms: true,
	},
	{
		name: 'Herald',
		description: 'A bot of the demo studio with no more rights than everyone has.',
		flags: ALL_PRIVILEGED_INTENTS,
		redirectUris: ['http://127.0.0.1:9/herald'],
	},
	{
		name: 'Lamplighter',
		description: 'A bot of the demo studio that is in the big guild only.',
		flags: ALL_PRIVILEGED_INTENTS,
		redirectUris: [REDIRECT_URI],
	},
]

/** What the players have allowed the first application. */
export const PLAYER_SCOPES: readonly string[] = [
	'identify',
	'email',
	'guilds',
	'guilds.join',
	'guilds.members.read',
	'connections',
	'role_connections.write',
	'applications.commands.permissions.update',
	'rpc',
	'rpc.activities.write',
	'rpc.voice.read',
	'sdk.social_layer',
	'lobbies.write',
	'openid',
	'relationships.read',
]

/** A token that may do little. */
export const NARROW_SCOPES: readonly string[] = ['identify']
