import { ApiError, isSnowflake, RELATIONSHIP_TYPES } from '@guildhall/protocol'
import {
	type FriendAct,
	type FriendList,
	friendListPage,
	friendsPage,
	type ShownList,
	type ShownPerson,
	STRINGS,
} from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { normalUsername } from '../../domain/accounts/usernames.ts'
import { listRelated, type Part, type Related } from '../../domain/relationships/related.ts'
import {
	blockUser,
	blockUserByName,
	endRelationshipOf,
	requestFriend,
	requestFriendByName,
} from '../../domain/relationships/requests.ts'
import { countOf } from '../../domain/relationships/rows.ts'
import { getFriendSources, setFriendSources } from '../../domain/relationships/settings.ts'
import { personCardOf } from '../../http/cards.ts'
import type { Transaction } from '../../ports/store.ts'
import { type Act, addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

const TYPES = {
	incoming: RELATIONSHIP_TYPES.incoming,
	friends: RELATIONSHIP_TYPES.friend,
	outgoing: RELATIONSHIP_TYPES.outgoing,
	blocked: RELATIONSHIP_TYPES.blocked,
} as const satisfies Record<FriendList, number>

/** Of each list so many stand on the first page, and so many on a page of its own. */
const FIRST = 10
const PAGE_SIZE = 25

const S = STRINGS.account.friends.problems
/** What the wire says of a request, in the words of the pages. */
const SENTENCES: Readonly<Record<string, string>> = {
	NoSuchTag: S.unknown,
	RequestsClosed: S.closed,
	RequestBlocked: S.blocked,
	AlreadyFriends: S.already,
	MaximumFriends: S.full,
	NoPendingRequest: S.gone,
	UnknownUser: S.gone,
}

/** Adds the pages of friends, requests and blocked people (F15). */
export function addFriends(http: FastifyInstance, door: SiteDoor): void {
	const { store } = door

	addRoom(http, door, {
		path: '/account/friends',
		async show({ userId, page }) {
			const lists: Partial<Record<FriendList, ShownList>> = {}
			for (const list of Object.keys(TYPES) as FriendList[]) {
				const count = await countOf(store, null, userId, TYPES[list])
				lists[list] = { count, people: await peopleOf(userId, list, { offset: 0, limit: FIRST }) }
			}
			const sources = await getFriendSources(store, userId)
			return friendsPage({ ...page, lists: lists as Record<FriendList, ShownList>, sources })
		},
		acts: {
			...personActs(),
			ask: byName('username', 'friend-asked', (tx, userId, name) => requestFriendByName(tx, null, userId, name)),
			'block-name': byName('blocked', 'friend-block', blockUserByName),
			sources: {
				async run({ userId }, { fields }): Promise<Outcome> {
					const { all, mutual_friends, mutual_guilds } = fields
					const sources = {
						all: all !== undefined,
						mutual_friends: mutual_friends !== undefined,
						mutual_guilds: mutual_guilds !== undefined,
					}
					await store.transaction((tx) => setFriendSources(tx, userId, sources))
					return { done: 'friend-sources-saved' }
				},
			},
		},
	})

	addRoom(http, door, {
		path: '/account/friends/:list/:page',
		async show({ userId, params: { list: name = '', page: number = '' }, page }) {
			if (!Object.hasOwn(TYPES, name) || !/^[1-9]\d{0,5}$/.test(number)) throw new ApiError('NotFound')
			const list = name as FriendList
			const pages = Math.max(1, Math.ceil((await countOf(store, null, userId, TYPES[list])) / PAGE_SIZE))
			// A page that ended with its last entry is the one before it.
			const pageNumber = Math.min(Number(number), pages)
			const people = await peopleOf(userId, list, { offset: (pageNumber - 1) * PAGE_SIZE, limit: PAGE_SIZE })
			return friendListPage({ ...page, list, people, pageNumber, pages })
		},
		acts: personActs(),
	})

	async function peopleOf(userId: string, list: FriendList, part: Part): Promise<ShownPerson[]> {
		return (await listRelated(store, userId, TYPES[list], part)).map((related) => ({
			...personCardOf(store, related),
			id: related.id,
			username: related.username,
			judgement: judgementOf(related),
		}))
	}

	/** A form with a username in this field. */
	function byName(
		field: string,
		done: 'friend-asked' | 'friend-block',
		run: (tx: Transaction, userId: string, name: string) => Promise<void>,
	): Act {
		return {
			async run({ userId }, { fields }) {
				const name = normalUsername(fields[field] ?? '')
				// PostgreSQL holds no text with a zero byte, and nobody has such a name.
				if (name === '' || name.includes('\0')) return { problems: { [field]: S.unknown } }
				return refusable(field, async () => {
					await store.transaction((tx) => run(tx, userId, name))
					return { done }
				})
			},
		}
	}

	/** What is done with somebody of a list; nothing where they are something else by now. */
	function personActs(): Record<FriendAct, Act> {
		const act = (
			name: FriendAct,
			run: (tx: Transaction, userId: string, otherId: string) => Promise<unknown>,
		): Act => ({
			run: ({ userId }, { fields: { person = '' } }) =>
				refusable('', async () => {
					if (!isSnowflake(person)) throw new ApiError('UnknownUser')
					const isDone = await store.transaction((tx) => run(tx, userId, person))
					return isDone === false ? { problems: { '': S.gone } } : { done: `friend-${name}` }
				}),
		})
		const ends = (name: FriendAct, list: FriendList) =>
			act(name, (tx, userId, otherId) => endRelationshipOf(tx, TYPES[list], userId, otherId))
		return {
			accept: act('accept', (tx, userId, otherId) => requestFriend(tx, null, userId, { otherId, onlyAccepts: true })),
			decline: ends('decline', 'incoming'),
			cancel: ends('cancel', 'outgoing'),
			remove: ends('remove', 'friends'),
			unblock: ends('unblock', 'blocked'),
			block: act('block', blockUser),
		}
	}
}

/** What was refused is said at the field. */
async function refusable(field: string, run: () => Promise<Outcome>): Promise<Outcome> {
	try {
		return await run()
	} catch (error) {
		const sentence = error instanceof ApiError ? SENTENCES[error.named] : undefined
		if (sentence === undefined) throw error
		return { problems: { [field]: sentence } }
	}
}

function judgementOf({ is_stranger, is_spam }: Related): ShownPerson['judgement'] {
	if (is_spam) return 'spam'
	return is_stranger ? 'stranger' : null
}
