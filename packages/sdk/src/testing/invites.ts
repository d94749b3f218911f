import { playerOf, presenceFor, presenceOf, relationOf, userOnWire } from './users.ts'
import { Refusal, unknown, type World } from './world.ts'

const JOIN = 1
const LIFE_MS = 6 * 3_600_000

interface Asking {
	content?: string
	activity: { type: number; party_id?: string }
}

/** Invites somebody into the party of one's presence (1), or asks to be let into theirs (5); gives the message. */
export function invite(world: World, from: string, to: string, { content = '', activity }: Asking): object {
	const { type } = activity
	playerOf(world, to)
	if (
		[relationOf(world, 'platform', from, to), relationOf(world, 'platform', to, from)].some((one) => one?.type === 2)
	) {
		throw new Refusal(403, 50007, 'Cannot send messages to this user')
	}
	const host = type === JOIN ? from : to
	const party = partyOf(world, host)
	if (!party || (activity.party_id ?? party.id) !== party.id) {
		throw new Refusal(400, 50039, 'There is no party to join')
	}
	const id = world.newId()
	if (type === JOIN) world.invites.set(`${from} ${to}`, { id, partyId: party.id, at: world.clock.now() })
	const { sessionId } = presenceOf(world, host)
	const message = {
		...{ id, type: 0, content, author: userOnWire(playerOf(world, from)), channel_id: from },
		application: { id: world.applicationId, name: 'Game' },
		application_id: world.applicationId,
		activity: { type, party_id: party.id, session_id: sessionId },
	}
	world.tell([to], 'MESSAGE_CREATE', message)
	return message
}

/** What lets somebody into the party they were invited to, while it is there; their other sessions are told that they come. */
export function accept(world: World, from: string, to: string, query: URLSearchParams): { secret: string } {
	const invited = world.invites.get(`${from} ${to}`)
	const party = partyOf(world, from)
	const isGood = invited && party?.id === invited.partyId && world.clock.now() < invited.at + LIFE_MS
	if (!isGood || query.get('message_id') !== invited.id) throw unknown('Invite', 10020)
	const joined = { application_id: world.applicationId, secret: party.secret }
	world.tell([to], 'ACTIVITY_JOIN', joined, query.get('own_session_id') ?? undefined)
	return { secret: party.secret }
}

/** From now on a player hears of the parties that these invites lead into; what is no invite of theirs is passed over. */
export function follow(world: World, me: string, named: { user_id: string; message_id: string }[]): void {
	const invited = named.filter(({ user_id: from, message_id: id }) => world.invites.get(`${from} ${me}`)?.id === id)
	world.follows.set(me, new Set(invited.map(({ user_id: from }) => from)))
	for (const { user_id: from } of invited) world.tell([me], 'PRESENCE_UPDATE', presenceFor(world, from, me))
}

function partyOf(world: World, playerId: string): { id: string; secret: string } | undefined {
	if (!world.isConnected(playerId)) return undefined
	for (const activity of presenceOf(world, playerId).activities) {
		// biome-ignore lint/suspicious/noExplicitAny: activities are as the game sent them
		const { party, secrets } = activity as any
		const [size = 0, most = 0] = party?.size ?? []
		if (party?.id && secrets?.join && (most === 0 || size < most)) return { id: party.id, secret: secrets.join }
	}
	return undefined
}
