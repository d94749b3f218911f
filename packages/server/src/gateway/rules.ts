import { EVENTS, type EventDeclaration, INTENTS, PERMISSIONS } from '@guildhall/protocol'

import { isOfSight } from './sight.ts'

/** What the declaration of an event says about who hears it, in the form the hub works with. */
export interface Rule {
	name: string
	/** Bit of the intent a bot needs; 0: none. `direct`: in its place for news that comes on a user's own subject. */
	intent: number
	directIntent: number
	/** One of these bits is needed; 0n: none. */
	permission: bigint
	hasContent: boolean
	/** Bits of who may view what may be others afterwards. */
	changesRights: boolean
	/** Its data says who may view the channel it is about. */
	carriesOverwrites: boolean
	alwaysToSubject: boolean
	isOfLobby: boolean
	isOfRelationships: boolean
	/** Changes what a session knows of channels (G32). */
	isOfSight: boolean
	/** Is about what friends play; some of it only for who does not read it as a direct message. */
	isOfActivities: boolean
	isInsteadOfMessage: boolean
	/** Is for games that take such requests (G27). */
	asksForAuthorization: boolean
	isInternal: boolean
	/** Nothing follows on the subject of what it is about. */
	endsSubject: boolean
}

const CHANNELS = new Set(['CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'])
/** Besides RIGHTS_CHANGED, so that a forgotten one fails closed. */
const RIGHTS = new Set([
	'RIGHTS_CHANGED',
	'GUILD_UPDATE',
	'GUILD_ROLE_UPDATE',
	'GUILD_ROLE_DELETE',
	'GUILD_MEMBER_UPDATE',
	...CHANNELS,
])
const LAST = new Set(['LOBBY_DELETE'])

function ruleOf(event: EventDeclaration): Rule {
	const intent = event.intent ? INTENTS[event.intent] : 0
	return {
		name: event.name,
		intent,
		directIntent: event.directIntent ? INTENTS[event.directIntent] : intent,
		permission: (event.permission ?? []).reduce((bits, name) => bits | PERMISSIONS[name], 0n),
		hasContent: event.content === true,
		changesRights: RIGHTS.has(event.name),
		carriesOverwrites: CHANNELS.has(event.name),
		alwaysToSubject: event.alwaysToSubject === true,
		isOfLobby: event.name.startsWith('LOBBY_'),
		isOfRelationships: event.name.includes('RELATIONSHIP_'),
		isOfSight: isOfSight(event.name),
		isOfActivities: event.name.startsWith('ACTIVITY_'),
		isInsteadOfMessage: event.name === 'ACTIVITY_INVITE_CREATE',
		asksForAuthorization: event.name === 'AUTHORIZE_REQUEST',
		isInternal: event.isInternal === true,
		endsSubject: LAST.has(event.name),
	}
}

const rules = new Map(
	EVENTS.filter(({ audience }) => audience !== 'session').map((event) => [event.name, ruleOf(event)]),
)

/** The rule of an event by its name. What is not declared, or is never said over a bus, is heard by nobody. */
export function ruleFor(name: string): Rule | undefined {
	return rules.get(name)
}
