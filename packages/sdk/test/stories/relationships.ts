/** behaviour.md §5.1, as data: every call, from everything that one can be to another, on both tracks. */
import assert from 'node:assert/strict'
import { type Client, EnumToString, RelationshipType } from '../../src/index.ts'
import { endOf, idOf, type Stage, telling } from './stage.ts'

type Call = {
	[N in keyof Client]: Client[N] extends (userId: bigint) => Promise<void> ? N : never
}[keyof Client]

type Track = 'platform' | 'game'
type State = 'None' | 'Friend' | 'Blocked' | 'PendingIncoming' | 'PendingOutgoing'

export interface Row {
	call: Call | 'SendPlatformFriendRequest' | 'SendGameFriendRequest'
	track: Track
	/** What bob is to alice on the track, before and after alice's call, and alice to bob afterwards. */
	before: State
	after: State
	others: State
	/** A ValidationError is not sent; an HTTPError is what the platform says to it. */
	end: '' | 'ValidationError' | 'HTTPError'
}

const STATES: Record<Track, readonly State[]> = {
	platform: ['None', 'Friend', 'Blocked', 'PendingIncoming', 'PendingOutgoing'],
	game: ['None', 'Friend', 'PendingIncoming', 'PendingOutgoing'],
}

type Outcomes = readonly [
	call: Row['call'],
	track: Track,
	outcomes: Partial<Record<State, readonly [after: State, others: State]>>,
]

/** From what the call goes on, and what it makes of the two. Whatever it does not name is a ValidationError. */
const CALLS: readonly Outcomes[] = [
	['SendPlatformFriendRequest', 'platform', asking()],
	['SendPlatformFriendRequestById', 'platform', asking()],
	['AcceptPlatformFriendRequest', 'platform', { PendingIncoming: ['Friend', 'Friend'] }],
	['RejectPlatformFriendRequest', 'platform', { PendingIncoming: ['None', 'None'] }],
	['CancelPlatformFriendRequest', 'platform', { PendingOutgoing: ['None', 'None'] }],
	['RemovePlatformAndGameFriend', 'platform', { Friend: ['None', 'None'] }],
	['BlockUser', 'platform', Object.fromEntries(STATES.platform.map((state) => [state, ['Blocked', 'None']]))],
	['UnblockUser', 'platform', { Blocked: ['None', 'None'] }],
	['SendGameFriendRequest', 'game', asking()],
	['SendGameFriendRequestById', 'game', asking()],
	['AcceptGameFriendRequest', 'game', { PendingIncoming: ['Friend', 'Friend'] }],
	['RejectGameFriendRequest', 'game', { PendingIncoming: ['None', 'None'] }],
	['CancelGameFriendRequest', 'game', { PendingOutgoing: ['None', 'None'] }],
	['RemoveGameFriend', 'game', { Friend: ['None', 'None'] }],
	['RemovePlatformAndGameFriend', 'game', { Friend: ['None', 'None'] }],
]

function asking(): Outcomes[2] {
	return {
		None: ['PendingOutgoing', 'PendingIncoming'],
		PendingIncoming: ['Friend', 'Friend'],
		// To ask once more changes nothing.
		PendingOutgoing: ['PendingOutgoing', 'PendingIncoming'],
	}
}

const MIRROR: Record<State, State> = {
	...{ None: 'None', Friend: 'Friend', Blocked: 'None' },
	...{ PendingIncoming: 'PendingOutgoing', PendingOutgoing: 'PendingIncoming' },
}

export const ROWS: readonly Row[] = CALLS.flatMap(([call, track, outcomes]) =>
	STATES[track].flatMap((before): Row[] => {
		const outcome = outcomes[before]
		const [after, others] = outcome ?? [before, MIRROR[before]]
		// Asking friends and those who are blocked is for the platform to refuse.
		const refusal = call.startsWith('Send') ? 'HTTPError' : 'ValidationError'
		return [{ call, track, before, after, others, end: outcome ? '' : refusal }]
	}),
)

export const titleOf = ({ call, track, before, after, end }: Row): string =>
	`5.1 ${call} of ${before} on the track of the ${track}: ${end || after}`

const by = { platform: 'PlatformRelationshipType', game: 'GameRelationshipType' } as const

/** What the other one is to the first, as a handle says it. */
function stateOf(client: Client, other: bigint, track: Track): State {
	return EnumToString(RelationshipType, client.GetRelationshipHandle(other)[by[track]]()) as State
}

/** Brings the two where the row begins, from nothing. */
async function begin({ alice, bob, until }: Stage, { track, before }: Row): Promise<void> {
	const [a, b] = [idOf(alice), idOf(bob)]
	const ask = track === 'platform' ? 'SendPlatformFriendRequestById' : 'SendGameFriendRequestById'
	if (before === 'Blocked') await alice.BlockUser(b)
	if (before === 'PendingOutgoing' || before === 'Friend') await alice[ask](b)
	if (before === 'PendingIncoming') await bob[ask](a)
	if (before === 'Friend') {
		await until(() => stateOf(bob, a, track) === 'PendingIncoming')
		await bob[ask](a)
	}
	await until(() => stateOf(alice, b, track) === before && stateOf(bob, a, track) === MIRROR[before])
}

/** Plays a row; the two are nothing to each other before and afterwards. */
export async function playRow(stage: Stage, row: Row): Promise<void> {
	const { alice, bob, until } = stage
	const { call, track, before, after, others, end } = row
	const [a, b] = [idOf(alice), idOf(bob)]
	await begin(stage, row)
	const told = telling(alice, 'relationshipCreated', 'relationshipDeleted')
	const handle = alice.GetRelationshipHandle(b)
	const isByName = call === 'SendPlatformFriendRequest' || call === 'SendGameFriendRequest'
	const operation = isByName ? alice[call](bob.GetCurrentUser().Username()) : alice[call](b)
	assert.equal(await endOf(operation), end)
	if (!isByName) assert.equal(stateOf(alice, b, track), after, 'known when it is done')
	await until(() => stateOf(alice, b, track) === after && stateOf(bob, a, track) === others)
	assert.equal(handle[by[track]](), RelationshipType[after], 'the handle of before shows it')

	const isPlatform = track === 'platform'
	const expected =
		before === after ? [] : [`${after === 'None' ? 'relationshipDeleted' : 'relationshipCreated'} ${b} ${isPlatform}`]
	await until(() => told.length >= expected.length)
	assert.deepEqual(told, expected, 'told once')
	await part(stage)
}

async function part({ alice, bob, until }: Stage): Promise<void> {
	for (const [one, other] of [
		[alice, idOf(bob)],
		[bob, idOf(alice)],
	] as const) {
		if (stateOf(one, other, 'platform') === 'Blocked') await one.UnblockUser(other)
	}
	const b = idOf(bob)
	const isOver = () =>
		(['platform', 'game'] as const).every(
			(track) => stateOf(alice, b, track) === 'None' && stateOf(bob, idOf(alice), track) === 'None',
		)
	if (!isOver()) {
		await alice.BlockUser(b)
		await alice.UnblockUser(b)
	}
	await until(isOver)
}
