/** Every bound of what a game says to people, and of names, under, at and over its edge: what is over is not sent, and named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../src/index.ts'
import { StatusType } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { party } from './stories/invites.ts'
import { failed } from './told.ts'

const x = (length: number) => 'x'.repeat(length)
const wide = (length: number) => '🙂'.repeat(length)

interface Bound {
	call(client: Client, value: never): Promise<unknown>
	/** What is named, and what it may be. */
	refusal: string
	good: readonly unknown[]
	bad: readonly unknown[]
}

/** The other player, whose id is not looked at. */
const BOB = 7n
const CONTENT = {
	refusal: 'content: text of 1 to 2000 characters',
	good: ['x', x(1999), x(2000), wide(2000)],
	bad: ['', x(2001), wide(2001), '\0', 7, null, undefined],
}
const NAME = { good: ['x', x(31), x(32), wide(32)], bad: ['', x(33), wide(33), '\0', 7, null, undefined] }

const BOUNDS: Readonly<Record<string, Bound>> = {
	SendUserMessage: { ...CONTENT, call: (client, content) => client.SendUserMessage(BOB, content) },
	SendUserMessageWithMetadata: {
		...CONTENT,
		call: (client, content) => client.SendUserMessageWithMetadata(BOB, content, { k: wide(999) }),
	},
	EditUserMessage: { ...CONTENT, call: (client, content) => client.EditUserMessage(BOB, 1n, content) },
	SendActivityInvite: {
		refusal: 'content: text of 0 to 2000 characters',
		good: ['', 'x', x(2000), wide(2000), '\0'],
		bad: [x(2001), wide(2001), 7, null, undefined],
		call: (client, content) => client.SendActivityInvite(BOB, content),
	},
	GetUserMessagesWithLimit: {
		refusal: 'limit: a whole number up to 200',
		good: [-1, 0, 1, 199, 200],
		bad: [201, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '7', null, undefined],
		call: (client, limit) => client.GetUserMessagesWithLimit(BOB, limit),
	},
	SendPlatformFriendRequest: {
		...NAME,
		refusal: 'username: text of 1 to 32 characters',
		call: (client, name) => client.SendPlatformFriendRequest(name),
	},
	SendGameFriendRequest: {
		...NAME,
		refusal: 'username: text of 1 to 32 characters',
		call: (client, name) => client.SendGameFriendRequest(name),
	},
	UpdateProvisionalAccountDisplayName: {
		...NAME,
		refusal: 'name: text of 1 to 32 characters',
		call: (client, name) => client.UpdateProvisionalAccountDisplayName(name),
	},
	SetOnlineStatus: {
		refusal: 'status: Online, Idle, Dnd or Invisible',
		good: [StatusType.Online, StatusType.Idle, StatusType.Dnd, StatusType.Invisible],
		bad: [StatusType.Offline, StatusType.Blocked, StatusType.Streaming, StatusType.Unknown, -1, 8, 'online', undefined],
		call: (client, status) => client.SetOnlineStatus(status),
	},
}

for (const [name, { call, refusal, good, bad }] of Object.entries(BOUNDS)) {
	test(`V8 ${name}: ${refusal}`, async () => {
		const platform = fakePlatform()
		using client = await platform.play(platform.player('alice'))
		await client.UpdateRichPresence(party('p-1'))
		for (const value of good) {
			const end = await failed(call(client, value as never))
			assert.doesNotMatch(end, /^ValidationError/, `${String(value).slice(0, 20)}: ${end}`)
		}
		await platform.settled()
		const sent = () => [platform.requests.length, platform.frames.length]
		const before = sent()
		for (const value of bad) {
			const end = await failed(call(client, value as never))
			assert.equal(end, `ValidationError ${refusal}`, String(value).slice(0, 20))
		}
		await platform.settled()
		assert.deepEqual(sent(), before, 'nothing of it was sent')
	})
}
