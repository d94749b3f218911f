/** Every operation in both of its forms, and every way in which the game, the time or the client can end it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
	Activity,
	ActivityActionTypes,
	ActivityInvite,
	AuthorizationArgs,
	Client,
	type ClientCreateOptionsInit,
	ClientResult,
	DeviceAuthorizationArgs,
	EnumToString,
	ErrorType,
	RunCallbacks,
	SocialSdkError,
} from '../src/index.ts'
import { type FakePlayer, fakePlatform } from '../src/testing/index.ts'
import { party } from './stories/invites.ts'

/** Who is what to the player. */
const PEOPLE = ['stranger', 'friend', 'wantsPlatform', 'wantedPlatform', 'wantsGame', 'wantedGame', 'blocked'] as const
type People = Record<(typeof PEOPLE)[number], string>

interface Scene extends People {
	lobby: string
	message: string
	channel: string
	guild: string
}

interface Operation {
	/** What it is called with, but for the last argument. */
	args(scene: Scene): unknown[]
	/** How many values a callback gets beside the result. */
	gives: number
	/**
	 * `asks` over HTTP; is done `here`, or fails here; `shows` a page and waits; has `noResult`, as it cannot fail.
	 */
	way: 'asks' | 'here' | 'shows' | 'noResult'
	/** It is done without a session too. */
	needsNoSession?: true
	/** It ends well where nobody answers. */
	bearsSilence?: true
}

const asks = (gives: number, args: Operation['args'] = () => []): Operation => ({ args, gives, way: 'asks' })
const anywhere = (gives: number, args: Operation['args']): Operation => ({ ...asks(gives, args), needsNoSession: true })
const here = (gives: number, args: Operation['args'] = () => []): Operation => ({ args, gives, way: 'here' })
const noResult = (gives: number, args: Operation['args'] = () => []): Operation => ({ args, gives, way: 'noResult' })

const of = (person: keyof People) => asks(0, (scene) => [scene[person]])
const invite = (type: ActivityActionTypes) => (scene: Scene) => [
	new ActivityInvite({ type, senderId: scene.friend, partyId: 'party', sessionId: 'session' }),
]
const OIDC = 0
const BEARER = 1

const OPERATIONS: Readonly<Record<string, Operation>> = {
	Authorize: {
		...anywhere(2, () => [new AuthorizationArgs({ scopes: 'openid', codeChallenge: { method: 0, challenge: 'abc' } })]),
		way: 'shows',
	},
	GetToken: anywhere(5, () => ['7', 'a-code', 'a-verifier', 'app:/authorize/callback']),
	RefreshToken: anywhere(5, () => ['7', 'a-refresh-token']),
	RevokeToken: anywhere(0, () => ['7', 'a-token']),
	UpdateToken: { ...anywhere(0, () => [BEARER, 'another-token']), bearsSilence: true },
	FetchCurrentUser: anywhere(2, () => [BEARER, 'a-token']),
	GetTokenFromDevice: anywhere(5, () => [new DeviceAuthorizationArgs({ clientId: '7', scopes: 'openid' })]),
	GetTokenFromDeviceProvisionalMerge: anywhere(5, () => [
		new DeviceAuthorizationArgs({ clientId: '7', scopes: 'openid' }),
		OIDC,
		'a-proof',
	]),
	GetProvisionalToken: anywhere(5, () => ['7', OIDC, 'a-proof']),
	GetTokenFromProvisionalMerge: anywhere(5, () => ['7', 'a-code', 'a-verifier', 'r:/', OIDC, 'a-proof']),
	ExchangeChildToken: anywhere(4, () => ['a-parent-token', '8']),
	UnmergeIntoProvisionalAccount: anywhere(0, () => ['7', OIDC, 'a-proof']),
	UpdateProvisionalAccountDisplayName: asks(0, () => ['Ada']),

	CreateOrJoinLobby: asks(1, () => ['a-secret']),
	CreateOrJoinLobbyWithMetadata: asks(1, () => ['a-secret', {}, {}]),
	LeaveLobby: asks(0, ({ lobby }) => [lobby]),
	GetUserGuilds: asks(1),
	GetGuildChannels: asks(1, ({ guild }) => [guild]),
	LinkChannelToLobby: asks(0, ({ lobby, channel }) => [lobby, channel]),
	UnlinkChannelFromLobby: asks(0, ({ lobby }) => [lobby]),
	JoinLinkedLobbyGuild: asks(1, ({ lobby }) => [lobby, () => {}]),

	SendUserMessage: asks(1, ({ friend }) => [friend, 'hi']),
	SendUserMessageWithMetadata: asks(1, ({ friend }) => [friend, 'hi', {}]),
	EditUserMessage: asks(0, ({ friend, message }) => [friend, message, 'ho']),
	DeleteUserMessage: asks(0, ({ friend, message }) => [friend, message]),
	GetUserMessagesWithLimit: asks(1, ({ friend }) => [friend, 10]),
	GetUserMessageSummaries: asks(1),
	SendLobbyMessage: asks(1, ({ lobby }) => [lobby, 'hi']),
	SendLobbyMessageWithMetadata: asks(1, ({ lobby }) => [lobby, 'hi', {}]),
	GetLobbyMessagesWithLimit: asks(1, ({ lobby }) => [lobby, 10]),

	SendPlatformFriendRequest: asks(0, () => ['stranger']),
	SendPlatformFriendRequestById: of('stranger'),
	AcceptPlatformFriendRequest: of('wantsPlatform'),
	RejectPlatformFriendRequest: of('wantsPlatform'),
	CancelPlatformFriendRequest: of('wantedPlatform'),
	SendGameFriendRequest: asks(0, () => ['stranger']),
	SendGameFriendRequestById: of('stranger'),
	AcceptGameFriendRequest: of('wantsGame'),
	RejectGameFriendRequest: of('wantsGame'),
	CancelGameFriendRequest: of('wantedGame'),
	RemoveGameFriend: of('friend'),
	RemovePlatformAndGameFriend: of('friend'),
	BlockUser: of('stranger'),
	UnblockUser: of('blocked'),

	SetOnlineStatus: here(0, () => [0]),
	UpdateRichPresence: here(0, () => [new Activity({ details: 'In a match' })]),
	SendActivityInvite: asks(0, ({ friend }) => [friend, 'come']),
	SendActivityJoinRequest: asks(0, ({ friend }) => [friend]),
	SendActivityJoinRequestReply: asks(0, invite(ActivityActionTypes.JoinRequest)),
	AcceptActivityInvite: asks(1, invite(ActivityActionTypes.Join)),

	OpenMessageInPlatform: { ...here(0, ({ message }) => [message, () => {}]), needsNoSession: true },
	OpenConnectedGamesSettingsInPlatform: { ...here(0), needsNoSession: true },
	GetPlatformClientConnectedUser: { ...here(1, () => ['7']), needsNoSession: true },
	SetInputDevice: { ...here(0, () => ['default']), needsNoSession: true },
	SetOutputDevice: { ...here(0, () => ['default']), needsNoSession: true },
	IsPlatformAppInstalled: noResult(1),
	EndCall: noResult(0, ({ lobby }) => [lobby]),
	EndCalls: noResult(0),
	GetInputDevices: noResult(1),
	GetOutputDevices: noResult(1),
	GetCurrentInputDevice: noResult(1),
	GetCurrentOutputDevice: noResult(1),
}

const named = (way: (operation: Operation) => boolean) => Object.entries(OPERATIONS).filter(([, one]) => way(one))

/** A client on a platform, with hands on what its requests come to. */
async function stage(more: ClientCreateOptionsInit = {}) {
	const platform = fakePlatform()
	const alice = platform.player('alice')
	const people = Object.fromEntries(PEOPLE.map((name) => [name, platform.player(name)])) as Record<
		keyof People,
		FakePlayer
	>
	for (const track of ['platform', 'game'] as const) {
		people.friend.asks(alice, track)
		alice.asks(people.friend, track)
	}
	people.wantsPlatform.asks(alice, 'platform')
	people.wantsGame.asks(alice, 'game')
	alice.asks(people.wantedPlatform, 'platform')
	alice.asks(people.wantedGame, 'game')
	alice.blocks(people.blocked)
	const lobby = platform.lobby([alice])
	const guild = platform.guild('Home', [alice], [{ id: '99' }])
	const ids = Object.fromEntries(PEOPLE.map((name) => [name, people[name].id])) as People
	// Before anybody hears of it: history is asked for.
	const message = alice.writes(people.friend, 'before')
	const scene: Scene = { ...ids, lobby, message, channel: '99', guild }

	const held: (() => void)[] = []
	let isHeld = false
	const options = platform.options({
		deviceScreen: { open: () => () => {} },
		deepLinks: { onUrl: () => () => {} },
		...more,
	})
	const fetch = options.Fetch()
	// A fetch that does not know of signals: what comes late comes all the same.
	options.SetFetch(async (url, init) => {
		assert.ok(fetch)
		if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
		return fetch(url, { ...init, signal: null })
	})
	const client = new Client(options)
	client.SetApplicationId(platform.applicationId)

	return {
		platform,
		client,
		/** Has the client Ready, in a party. */
		async ready() {
			await client.UpdateToken(BEARER, alice.token())
			client.Connect()
			await platform.settled()
			await client.UpdateRichPresence(party('own'))
			await platform.settled()
		},
		/** From now on nothing is answered until `answer`. */
		hold: () => {
			isHeld = true
		},
		answer() {
			isHeld = false
			for (const go of held.splice(0)) go()
		},
		/** How many requests wait. */
		waiting: () => held.length,
		call(name: string, last?: unknown): unknown {
			const operation = OPERATIONS[name] ?? assert.fail(name)
			const args = [...operation.args(scene), ...(last === undefined ? [] : [last])]
			return (client as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args)
		},
		[Symbol.dispose]: () => client.Destroy(),
	}
}

/** How it ends: `done`, or the type of the failure. */
async function end(operation: unknown): Promise<string> {
	assert.ok(operation instanceof Promise)
	return operation.then(
		() => 'done',
		(error: unknown) => {
			assert.ok(error instanceof SocialSdkError, String(error))
			return EnumToString(ErrorType, error.type)
		},
	)
}

test('every operation is looked at', () => {
	const sources = globSync(fileURLToPath(new URL('../src/client/*-calls.ts', import.meta.url)))
	const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
	const names = [...text.matchAll(/^\t([A-Z]\w+)\([^)]*\): Promise</gm)].map(([, name]) => name)
	assert.deepEqual(
		[...new Set(names)].filter((name) => name !== 'ResumeAuthorize').sort(),
		Object.keys(OPERATIONS).sort(),
	)
	assert.equal(Object.keys(OPERATIONS).length, 62)
})

describe('its callback is called once, in its turn, with the arguments of the native SDK', () => {
	for (const [name, { gives, way }] of named(({ way }) => way !== 'shows')) {
		test(name, async () => {
			using play = await stage({ dispatch: 'manual' })
			const ends: unknown[][] = []
			assert.equal(
				play.call(name, (...values: unknown[]) => ends.push(values)),
				undefined,
			)
			await play.platform.advance(60_000)
			assert.equal(ends.length, 0, 'before RunCallbacks nothing is told')
			RunCallbacks()
			RunCallbacks()
			await play.platform.advance(400_000)
			RunCallbacks()
			assert.equal(ends.length, 1)
			const [values = []] = ends
			if (way === 'noResult') assert.equal(values.filter((value) => value !== undefined).length, gives)
			else {
				assert.equal(values.length, 1 + gives)
				assert.ok(values[0] instanceof ClientResult)
			}
		})
	}
})

describe('a callback gets what a promise gives, or why it fails', () => {
	for (const [name, { gives }] of named(({ way }) => way === 'asks')) {
		test(name, async () => {
			const [promised, called] = [await stage(), await stage()]
			for (const play of [promised, called]) await play.ready()
			const end = (promised.call(name) as Promise<unknown>).then(
				(given) => ({ given }),
				(error: SocialSdkError) => ({ error }),
			)
			const values = new Promise<unknown[]>((resolve) => called.call(name, (...given: unknown[]) => resolve(given)))
			for (const { platform } of [promised, called]) await platform.advance(400_000)
			const [result, ...rest] = (await values) as [ClientResult, ...unknown[]]
			const ended = await end
			if ('error' in ended) {
				assert.equal(result.ToString(), ended.error.result.ToString())
				assert.equal(rest.length, gives)
			} else {
				assert.equal(result.ToString(), 'Success')
				const { given } = ended
				assert.deepEqual(rest, gives === 0 ? [] : gives === 1 ? [given] : Object.values(Object(given)))
			}
			for (const { client } of [promised, called]) client.Destroy()
		})
	}
})

describe('without a session it is ClientNotReady, to be tried again', () => {
	for (const [name] of named(({ way, needsNoSession }) => way !== 'noResult' && !needsNoSession)) {
		test(name, async () => {
			using play = await stage()
			// Until there was a session nobody is known to be anything; what is checked first is told first.
			await play.ready()
			play.platform.drop(4000)
			const error = await (play.call(name) as Promise<unknown>).catch((failed: unknown) => failed)
			assert.ok(error instanceof SocialSdkError)
			assert.deepEqual([EnumToString(ErrorType, error.type), error.retryable], ['ClientNotReady', true])
		})
	}
})

describe('a signal ends it with Aborted, before it begins and while it waits', () => {
	for (const [name, { way }] of named(({ way }) => way !== 'noResult')) {
		test(name, async () => {
			using play = await stage()
			await play.ready()
			const before = play.platform.requests.length
			assert.equal(await end(play.call(name, { signal: AbortSignal.abort() })), 'Aborted')
			assert.equal(play.platform.requests.length, before, 'nothing is sent')
			if (way === 'here') return
			play.hold()
			const aborting = new AbortController()
			const ended = end(play.call(name, { signal: aborting.signal }))
			await play.platform.settled()
			assert.equal(play.waiting(), way === 'asks' ? 1 : 0)
			aborting.abort()
			assert.equal(await ended, 'Aborted')
			play.answer()
			await play.platform.settled()
		})
	}
})

describe('the end of the client ends it with ClientDestroyed, and so it ends after that', () => {
	for (const [name, { way }] of named(({ way }) => way !== 'noResult')) {
		test(name, async () => {
			using play = await stage()
			await play.ready()
			if (way !== 'here') {
				play.hold()
				const ended = end(play.call(name))
				await play.platform.settled()
				play.client.Destroy()
				assert.equal(await ended, 'ClientDestroyed')
				play.answer()
				await play.platform.settled()
			}
			play.client.Destroy()
			assert.equal(await end(play.call(name)), 'ClientDestroyed')
		})
	}
})

describe('after 30,000 ms without an answer it is a NetworkError, and an answer that comes later is none', () => {
	for (const [name, { bearsSilence }] of named(({ way }) => way === 'asks')) {
		test(name, async () => {
			using play = await stage()
			await play.ready()
			play.hold()
			let ended: string | undefined
			void end(play.call(name)).then((said) => {
				ended = said
			})
			await play.platform.settled()
			await play.platform.advance(29_999)
			assert.equal(ended, undefined)
			await play.platform.advance(1)
			assert.equal(ended, bearsSilence ? 'done' : 'NetworkError')
			play.answer()
			await play.platform.settled()
			assert.equal(ended, bearsSilence ? 'done' : 'NetworkError')
		})
	}
})

describe('a last argument that is neither a callback nor options is misuse', () => {
	for (const [name] of Object.entries(OPERATIONS)) {
		test(name, async () => {
			using play = await stage()
			for (const wrong of ['callback', 5, null]) assert.throws(() => play.call(name, wrong), TypeError)
		})
	}
})
