import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
	Activity,
	ActivityGamePlatforms,
	type ActivityInit,
	type ActivityInvite,
	ActivityPartyPrivacy,
	ClientStatus,
	LoggingSeverity,
	StatusType,
} from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { inMemory } from './stories/in-memory.ts'
import { befriend, party, STEPS } from './stories/invites.ts'
import { endOf, idOf, telling } from './stories/stage.ts'

const x = (length: number) => 'x'.repeat(length)
const url = (length: number) => `https://example.com/${x(length - 20)}`

/** behaviour.md §8.1: fields with the shortest and the longest that is taken. */
const BOUNDS: readonly [path: string, least: number, most: number, of: (text: string) => ActivityInit, isUrl?: true][] =
	[
		['name', 1, 128, (name) => ({ name })],
		['state', 2, 128, (state) => ({ state })],
		['details', 2, 128, (details) => ({ details })],
		['stateUrl', 20, 256, (stateUrl) => ({ stateUrl }), true],
		['detailsUrl', 20, 256, (detailsUrl) => ({ detailsUrl }), true],
		['assets.largeImage', 1, 300, (largeImage) => ({ assets: { largeImage } })],
		['assets.largeText', 2, 128, (largeText) => ({ assets: { largeText } })],
		['assets.largeUrl', 20, 256, (largeUrl) => ({ assets: { largeUrl } }), true],
		['assets.smallImage', 1, 300, (smallImage) => ({ assets: { smallImage } })],
		['assets.smallText', 2, 128, (smallText) => ({ assets: { smallText } })],
		['assets.smallUrl', 20, 256, (smallUrl) => ({ assets: { smallUrl } }), true],
		['assets.inviteCoverImage', 1, 300, (inviteCoverImage) => ({ assets: { inviteCoverImage } })],
		['party.id', 2, 128, (id) => ({ party: { id, currentSize: 1 } })],
		['secrets.join', 2, 128, (join) => ({ secrets: { join } })],
		['buttons[0].label', 1, 32, (label) => ({ buttons: [{ label, url: url(30) }] })],
		['buttons[0].url', 20, 512, (address) => ({ buttons: [{ label: 'a', url: address }] }), true],
	]

async function playing() {
	const platform = fakePlatform()
	const alice = platform.player('alice')
	const client = await platform.play(alice)
	const said = () => platform.frames.filter(({ op }) => op === 3).map(({ d }) => Object(d))
	const end = (init: ActivityInit) =>
		client.UpdateRichPresence(new Activity(init)).then(
			() => '',
			(error) => String(error.message),
		)
	return { platform, alice, client, said, end, [Symbol.dispose]: () => client.Destroy() }
}

describe('8.1 the bounds of texts, at, under and over their edges', () => {
	for (const [path, least, most, of, isUrl] of BOUNDS) {
		test(path, async () => {
			using game = await playing()
			const text = isUrl ? url : x
			for (const length of [least, most]) assert.equal(await game.end(of(text(length))), '')
			const wrong = [text(most + 1), ...(least > 1 && !isUrl ? [x(least - 1)] : [])]
			const needed = /^(party|secrets|buttons)/.test(path)
			if (isUrl) wrong.push('javascript:alert(1)', x(30), 'https://me@example.com/x', 'https://:me@example.com/x')
			if (needed) wrong.push('')
			for (const given of wrong) {
				const error = await game.end(of(given))
				assert.ok(error.startsWith(`ValidationError: Activity.${path} `), `${given.length}: ${error}`)
			}
			if (!needed) assert.equal(await game.end(of('')), '', 'what is empty is left out')
			// Letters, not halves of them.
			if (!isUrl && path !== 'name') assert.equal(await game.end(of('🙂'.repeat(Math.min(most, 200)))), '')
		})
	}
})

for (const [path, wrong, right] of [
	['type', { type: 7 as never }, { type: 6 }],
	['statusDisplayType', { statusDisplayType: 3 as never }, { statusDisplayType: 2 }],
	['timestamps.start', { timestamps: { start: -1 } }, { timestamps: { start: 0 } }],
	['timestamps.end', { timestamps: { end: -1 } }, { timestamps: { end: 1 } }],
	['party.currentSize', { party: { id: 'p1', currentSize: 0 } }, { party: { id: 'p1', currentSize: 1 } }],
	[
		'party.currentSize',
		{ party: { id: 'p1', currentSize: 2 ** 31 } },
		{ party: { id: 'p1', currentSize: 2 ** 31 - 1 } },
	],
	[
		'party.maxSize',
		{ party: { id: 'p1', currentSize: 1, maxSize: 2 ** 31 } },
		{ party: { id: 'p1', currentSize: 1, maxSize: 2 ** 31 - 1 } },
	],
	['secrets.join', { secrets: { join: 'x\0' } }, { secrets: { join: 'xy\0' } }],
	[
		'party.maxSize',
		{ party: { id: 'p1', currentSize: 1, maxSize: -1 } },
		{ party: { id: 'p1', currentSize: 1, maxSize: 0 } },
	],
	['supportedPlatforms', { supportedPlatforms: 256 }, { supportedPlatforms: 255 }],
	[
		'buttons',
		{ buttons: Array(3).fill({ label: 'a', url: url(30) }) },
		{ buttons: Array(2).fill({ label: 'a', url: url(30) }) },
	],
] satisfies [string, ActivityInit, ActivityInit][]) {
	test(`8.1 ${path} has its bounds`, async () => {
		using game = await playing()
		assert.equal(await game.end(right), '')
		assert.match(await game.end(wrong), new RegExp(`^ValidationError: Activity\\.${path.replace('.', '\\.')} `))
	})
}

test('8.1 of several fields that are wrong the first is named, and nothing is sent', async () => {
	using game = await playing()
	const error = await game.end({ state: 'x', details: 'x', party: { currentSize: 0 }, buttons: [{}, {}, {}] })
	assert.match(error, /^ValidationError: Activity\.state /)
	assert.deepEqual(game.said(), [])
})

test('what is too much for one frame is refused, not sent', async () => {
	using game = await playing()
	const wide = '🙂'.repeat(128)
	const assets = { largeImage: '🙂'.repeat(300), largeText: wide, smallImage: '🙂'.repeat(300), smallText: wide }
	assert.match(
		await game.end({ name: wide, state: wide, details: wide, assets }),
		/^ValidationError: The activity takes \d+ bytes/,
	)
	assert.deepEqual(game.said(), [])
})

test('an activity as the wire has it: times in milliseconds, what is empty left out', async () => {
	using game = await playing()
	await game.client.UpdateRichPresence(
		new Activity({
			...{ name: 'Lantern', state: '', details: 'In a match', detailsUrl: url(30), statusDisplayType: 2 },
			assets: { largeImage: 'harbour', largeText: '' },
			timestamps: { start: 1_760_000_000, end: 1_760_000_000_500 },
			party: { id: 'p-1', currentSize: 1, maxSize: 4, privacy: ActivityPartyPrivacy.Public },
			secrets: { join: 's-1' },
			supportedPlatforms: ActivityGamePlatforms.Desktop | ActivityGamePlatforms.IOS,
			buttons: [{ label: 'Watch', url: url(30) }],
		}),
	)
	await game.platform.settled()
	assert.deepEqual(game.said(), [
		{
			status: 'online',
			activities: [
				{
					...{ name: 'Lantern', details: 'In a match', details_url: url(30), status_display_type: 2, type: 0 },
					assets: { large_image: 'harbour' },
					timestamps: { start: 1_760_000_000_000, end: 1_760_000_000_500 },
					party: { id: 'p-1', size: [1, 4] },
					flags: 1 << 6,
					secrets: { join: 's-1' },
					supported_platforms: ['desktop', 'ios'],
					buttons: [{ label: 'Watch', url: url(30) }],
				},
			],
			since: null,
			afk: false,
		},
	])
})

test('others see it, without secrets and buttons’ addresses; privacy is the player’s own', async () => {
	await using stage = await inMemory()
	const { alice, bob, until } = stage
	await befriend(stage)
	const told = telling(bob, 'userUpdated', 'relationshipGroupsUpdated')
	const activity = party('p-1', { privacy: ActivityPartyPrivacy.Public })
	activity.SetSupportedPlatforms(ActivityGamePlatforms.PS5)
	activity.SetTimestamps(null)
	await alice.UpdateRichPresence(activity)
	await until(() => true)
	const seen = bob.GetUser(idOf(alice))?.GameActivity()
	assert.deepEqual(seen?.toJSON(), {
		...{ name: 'Game', type: 0, details: 'In a match', applicationId: String(bob.GetApplicationId()) },
		party: { id: 'p-1', currentSize: 1, maxSize: 4, privacy: 0 },
		...{ supportedPlatforms: 128, buttons: [] },
	})
	assert.deepEqual(told, [`userUpdated ${idOf(alice)}`, `relationshipGroupsUpdated ${idOf(alice)}`])
	const own = alice.GetCurrentUser().GameActivity()
	assert.deepEqual([own?.Party()?.Privacy(), own?.Secrets()], [ActivityPartyPrivacy.Public, undefined])

	alice.ClearRichPresence()
	await stage.advance(5_000)
	assert.equal(bob.GetUser(idOf(alice))?.GameActivity(), undefined)
	assert.equal(bob.GetUser(idOf(alice))?.Status(), StatusType.Online)
})

test('SetOnlineStatus takes the four, and keeps what is played', async () => {
	await using stage = await inMemory()
	const { alice, bob } = stage
	await befriend(stage)
	await alice.UpdateRichPresence(party('p-1'))
	const seen: (StatusType | undefined)[] = []
	for (const status of [StatusType.Idle, StatusType.Dnd, StatusType.Invisible, StatusType.Online]) {
		await alice.SetOnlineStatus(status)
		await stage.advance(5_000)
		seen.push(bob.GetUser(idOf(alice))?.Status(), alice.GetCurrentUser().Status())
	}
	assert.deepEqual(seen, [
		...[StatusType.Idle, StatusType.Idle, StatusType.Dnd, StatusType.Dnd],
		...[StatusType.Offline, StatusType.Invisible, StatusType.Online, StatusType.Online],
	])
	assert.equal(bob.GetUser(idOf(alice))?.GameActivity()?.Details(), 'In a match')
	for (const status of [
		StatusType.Offline,
		StatusType.Blocked,
		StatusType.Streaming,
		StatusType.Unknown,
		99 as never,
	]) {
		assert.equal(await endOf(alice.SetOnlineStatus(status)), 'ValidationError')
	}
})

test('S21 of many in a short time the first five and the last are sent', async () => {
	using game = await playing()
	for (let round = 1; round <= 100; round++)
		await game.client.UpdateRichPresence(new Activity({ state: `round ${round}` }))
	await game.platform.settled()
	const states = () => game.said().map(({ activities }) => activities[0]?.state)
	const first = ['round 1', 'round 2', 'round 3', 'round 4', 'round 5']
	assert.deepEqual(states(), first)
	await game.platform.advance(20_000)
	assert.deepEqual(states(), [...first, 'round 100'])
	await game.platform.advance(60_000)
	assert.equal(states().length, 6)
	game.client.ClearRichPresence()
	await game.platform.settled()
	assert.deepEqual(game.said().at(-1)?.activities, [])
})

test('S21 a session that begins anew begins with it; one that is taken up again has it', async () => {
	using game = await playing()
	await game.client.UpdateRichPresence(new Activity({ state: 'a match' }))
	game.platform.drop(1006)
	await game.platform.advance(2_000)
	assert.equal(game.said().length, 1, 'the platform has it')
	game.platform.drop(1006)
	game.platform.forget()
	await game.platform.advance(10_000)
	assert.equal(game.client.GetStatus(), ClientStatus.Ready)
	const identify = () => Object(game.platform.frames.filter(({ op }) => op === 2).at(-1)?.d)
	assert.equal(identify().presence?.activities[0]?.state, 'a match')
	assert.equal(game.said().length, 1)
	game.client.Disconnect()
	await game.platform.settled()
	game.client.Connect()
	await game.platform.settled()
	assert.equal(identify().presence, undefined, 'Disconnect forgets it')
	assert.equal(game.client.GetCurrentUser().GameActivity(), undefined)
})

test('what is said while the connection is lost waits for it', async () => {
	using game = await playing()
	await game.client.UpdateRichPresence(new Activity({ state: 'one' }))
	game.platform.drop(1006)
	game.client.ClearRichPresence()
	assert.equal(await endOf(game.client.UpdateRichPresence(new Activity({ state: 'two' }))), 'ClientNotReady')
	assert.equal(await endOf(game.client.SetOnlineStatus(StatusType.Idle)), 'ClientNotReady')
	await game.platform.advance(10_000)
	assert.deepEqual(
		game.said().map(({ activities }) => activities.length),
		[1, 0],
	)
})

test('before Connect it takes a client of the platform, and there is none', async () => {
	const platform = fakePlatform()
	const { Client } = await import('../src/index.ts')
	using client = new Client(platform.options())
	assert.equal(await endOf(client.UpdateRichPresence(new Activity({ state: 'alone' }))), 'RPCError')
	assert.equal(await endOf(client.UpdateRichPresence(new Activity({ state: 'x' }))), 'ValidationError')
	assert.equal(await endOf(client.SetOnlineStatus(StatusType.Idle)), 'ClientNotReady')
	client.ClearRichPresence()
})

describe('8.3', () => {
	for (const [title, play] of Object.entries(STEPS)) {
		test(title, async () => {
			await using stage = await inMemory()
			await befriend(stage)
			await play(stage)
		})
	}
})

test('V13 a platform that does not tell of the party is asked after the time of a request; what ends meanwhile ends it', async () => {
	await using stage = await inMemory()
	const { alice, bob, platform } = stage
	await befriend(stage)
	alice.SetHttpRequestTimeout(10_000)
	const invites = () => platform.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
	const many = async (id: string) => {
		for (const round of [1, 2, 3, 4, 5]) await alice.UpdateRichPresence(party(`${id}-${round}`))
		await alice.UpdateRichPresence(party(id))
	}
	await many('p-late')
	const late = endOf(alice.SendActivityInvite(idOf(bob), ''))
	await platform.advance(9_999)
	assert.equal(invites().length, 0)
	await platform.advance(1)
	assert.equal(await late, 'HTTPError', 'the platform knows of no such party')
	assert.equal(invites().length, 1)

	const taken = endOf(alice.SendActivityInvite(idOf(bob), ''))
	await platform.settled()
	alice.ClearRichPresence()
	await platform.advance(10_000)
	assert.equal(await taken, 'ValidationError', 'the party is no more')

	await many('p-away')
	const [aborting, dropping] = [new AbortController(), alice.SendActivityInvite(idOf(bob), '')]
	const aborted = endOf(alice.SendActivityInvite(idOf(bob), '', { signal: aborting.signal }))
	const dropped = endOf(dropping)
	await platform.settled()
	aborting.abort()
	assert.equal(await aborted, 'Aborted')
	platform.drop()
	assert.equal(await dropped, 'ClientNotReady')
	assert.equal(invites().length, 1)
})

test('V14 the party of a stranger who invites is followed, and of a friend who is invisible', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using host = await platform.play(alice)
	using guest = await platform.play(bob)
	const told: [bigint, boolean][] = []
	guest.SetActivityInviteUpdatedCallback((invite) => told.push([invite.MessageId(), invite.IsValid()]))
	const invites: ActivityInvite[] = []
	guest.SetActivityInviteCreatedCallback((invite) => invites.push(invite))
	const validity = async () => {
		await platform.settled()
		return told.splice(0).map(([, isValid]) => isValid)
	}
	await host.UpdateRichPresence(party('p-1'))
	await host.SendActivityInvite(bob.id, '')
	assert.deepEqual(await validity(), [])
	assert.equal(guest.GetUser(alice.id)?.GameActivity(), undefined, 'a stranger stays one')
	await host.UpdateRichPresence(party('p-2'))
	assert.deepEqual(await validity(), [false])
	await host.UpdateRichPresence(party('p-1'))
	assert.deepEqual(await validity(), [true])
	// Two invites at once are followed both.
	const carol = platform.player('carol')
	using third = await platform.play(carol)
	await third.UpdateRichPresence(party('p-3'))
	await third.SendActivityInvite(bob.id, '')
	await platform.settled()
	third.ClearRichPresence()
	assert.deepEqual(await validity(), [false])
	host.ClearRichPresence()
	assert.deepEqual(await validity(), [false])
	await platform.advance(20_000)
	await host.UpdateRichPresence(party('p-1'))
	assert.deepEqual(await validity(), [true])
	// A new session follows them again.
	guest.Disconnect()
	await platform.settled()
	host.ClearRichPresence()
	await platform.settled()
	guest.Connect()
	assert.deepEqual(await validity(), [false])

	alice.asks(bob)
	bob.asks(alice)
	await platform.settled()
	await host.UpdateRichPresence(party('p-4'))
	await host.SetOnlineStatus(StatusType.Invisible)
	await platform.settled()
	await host.SendActivityInvite(bob.id, '')
	await platform.settled()
	told.length = 0
	await platform.advance(20_000)
	await host.UpdateRichPresence(party('p-4', { currentSize: 2 }))
	assert.deepEqual([await validity(), invites.at(-1)?.PartyId()], [[], 'p-4'], 'who is invisible is in it still')
	host.ClearRichPresence()
	assert.deepEqual(await validity(), [false])
})

test('8.3 a newer invite takes the place of the older one', async () => {
	await using stage = await inMemory()
	const { alice, bob, until } = stage
	await befriend(stage)
	const ids: bigint[] = []
	const over: bigint[] = []
	bob.SetActivityInviteCreatedCallback((invite) => ids.push(invite.MessageId()))
	bob.SetActivityInviteUpdatedCallback((invite) => void (invite.IsValid() || over.push(invite.MessageId())))
	await alice.UpdateRichPresence(party('p-1'))
	await alice.SendActivityInvite(idOf(bob), '')
	await stage.advance(1_000)
	await alice.SendActivityInvite(idOf(bob), '')
	await until(() => ids.length === 2)
	assert.deepEqual(over, [ids[0]])
})

test('8.3 an invite that was accepted elsewhere before this game heard of it is told with the joining', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(bob)
	const told: string[] = []
	client.on('activityInviteCreated', (invite) => told.push(`invite of ${invite.SenderId()} into ${invite.PartyId()}`))
	client.on('activityJoin', (secret) => told.push(`join ${secret}`))
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Verbose)
	const author = { id: alice.id, username: 'alice' }
	const invite = {
		...{ message_id: platform.lobby([]), channel_id: alice.id, author, application_id: platform.applicationId },
		...{
			application: { id: platform.applicationId, name: 'Game', parent_id: '77' },
			activity: { type: 1, party_id: 'p', session_id: 's' },
		},
	}
	const joined = { application_id: platform.applicationId, secret: 'the-secret', invite }
	platform.dispatch(bob, 'ACTIVITY_JOIN', joined)
	platform.dispatch(bob, 'ACTIVITY_INVITE_CREATE', invite)
	await platform.settled()
	assert.deepEqual(told, [`invite of ${alice.id} into p`, 'join the-secret'])
	assert.ok(client.GetUser(alice.id), 'the author is known')
})
