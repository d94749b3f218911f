import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS, KNOWN_INTENTS } from '@guildhall/protocol'
import type { Envelope } from '../ports/bus.ts'
import { type Rule, ruleFor } from './rules.ts'
import { type Hearer, Said } from './said.ts'

const bot: Hearer = {
	id: 'a session',
	kind: 'bot',
	userId: '1',
	applicationId: '1',
	intents: KNOWN_INTENTS,
	hearsDirect: true,
	readsDirect: true,
	readsEmail: true,
	hearsLobbies: false,
	readsRelationships: false,
	readsActivities: false,
	takesAuthorizeRequests: false,
}
const player: Hearer = { ...bot, kind: 'player', userId: '2', intents: 0, hearsLobbies: true, readsEmail: false }

function said(name: string, envelope: Partial<Envelope> = {}, data: object = {}): Said {
	const whole: Envelope = { subject: 'guild.9', name, data, json: JSON.stringify(data), ...envelope }
	return new Said(ruleFor(name) as Rule, whole, 0)
}

const direct = { subject: 'user.1' } as const
const without = (intent: keyof typeof INTENTS): Hearer => ({ ...bot, intents: KNOWN_INTENTS & ~INTENTS[intent] })

const cases: [string, Said, Hearer, boolean][] = [
	['a bot with the intent', said('MESSAGE_CREATE'), bot, true],
	['a bot without it', said('MESSAGE_CREATE'), without('GuildMessages'), false],
	['a direct message, by its own intent', said('MESSAGE_CREATE', direct), without('GuildMessages'), true],
	['a direct message without it', said('MESSAGE_CREATE', direct), without('DirectMessages'), false],
	['a direct message on another shard than 0', said('MESSAGE_CREATE', direct), { ...bot, hearsDirect: false }, false],
	['what asks for no intent', said('USER_UPDATE', direct), { ...bot, intents: 0 }, true],
	['who is left out', said('MESSAGE_CREATE', { exceptUserId: '1' }), bot, false],
	['one of the few', said('MESSAGE_CREATE', { onlyUserIds: ['1'] }), bot, true],
	['none of the few', said('MESSAGE_CREATE', { onlyUserIds: ['2'] }), bot, false],
	['of another application', said('USER_UPDATE', { ...direct, applicationId: '5' }), bot, false],
	['G20 its own member', said('GUILD_MEMBER_UPDATE', {}, { user: { id: '1' } }), { ...bot, intents: 0 }, true],
	['G20 the member of another', said('GUILD_MEMBER_UPDATE', {}, { user: { id: '3' } }), { ...bot, intents: 0 }, false],
	['a player who reads direct messages', said('MESSAGE_CREATE', direct), player, true],
	['a player who does not', said('MESSAGE_CREATE', direct), { ...player, readsDirect: false }, false],
	['a player in a lobby', said('LOBBY_MESSAGE_CREATE', { subject: 'lobby.7' }), player, true],
	['a player whose token reaches no lobby', said('LOBBY_CREATE', direct), { ...player, hearsLobbies: false }, false],
	[
		'F9 a player whose token reads relations',
		said('RELATIONSHIP_ADD', direct),
		{ ...player, readsRelationships: true },
		true,
	],
	['F9 one whose token does not', said('GAME_RELATIONSHIP_REMOVE', direct), player, false],
	[
		'G27 a game that takes requests',
		said('AUTHORIZE_REQUEST', direct),
		{ ...player, takesAuthorizeRequests: true },
		true,
	],
	['G27 one that does not', said('AUTHORIZE_REQUEST', direct), player, false],
]
for (const [what, event, hearer, expected] of cases) {
	test(`G17 ${what} ${expected ? 'hears' : 'does not hear'}`, () => assert.equal(event.reaches(hearer), expected))
}

const message = {
	id: '5',
	content: 'words',
	embeds: [{}],
	attachments: [{}],
	components: [{}],
	poll: {},
	author: { id: '3' },
	mentions: [] as { id: string }[],
}
const read = (hearer: Hearer, event: Said) => JSON.parse(event.for(hearer).tail.toString().slice(0, -1))

test('G19 without MESSAGE_CONTENT the words are gone, and the same bytes go to all who may not read', () => {
	const event = said('MESSAGE_CREATE', {}, message)
	const blind = without('MessageContent')
	const { content, embeds, attachments, components, poll } = read(blind, event)
	assert.deepEqual(
		{ content, embeds, attachments, components, poll },
		{
			content: '',
			embeds: [],
			attachments: [],
			components: [],
			poll: undefined,
		},
	)
	assert.equal(event.for(blind), event.for({ ...blind, userId: '8' }))
	assert.equal(read(bot, event).content, 'words')
	assert.equal(event.for(bot), event.for({ ...bot, userId: '8' }))
})

test('G19 what a bot wrote, what mentions it, and what is said to it directly it reads', () => {
	const blind = without('MessageContent')
	assert.equal(read(blind, said('MESSAGE_CREATE', {}, { ...message, author: { id: '1' } })).content, 'words')
	assert.equal(read(blind, said('MESSAGE_CREATE', {}, { ...message, mentions: [{ id: '1' }] })).content, 'words')
	assert.equal(read(blind, said('MESSAGE_CREATE', direct, message)).content, 'words')
})

test('G19 what is answered is judged by itself', () => {
	const blind = without('MessageContent')
	const answer = { ...message, mentions: [{ id: '1' }], referenced_message: message }
	const seen = read(blind, said('MESSAGE_CREATE', {}, answer))
	assert.deepEqual([seen.content, seen.referenced_message.content], ['words', ''])
	const own = { ...message, author: { id: '1' } }
	const other = read(blind, said('MESSAGE_CREATE', {}, { ...message, referenced_message: own }))
	assert.deepEqual([other.content, other.referenced_message.content], ['', 'words'])
})

test('a player without the scope for it is not told their mail address', () => {
	const event = said('USER_UPDATE', direct, { id: '2', email: 'a@example.com', verified: true })
	assert.deepEqual(read(player, event), { id: '2' })
	assert.deepEqual(read({ ...player, readsEmail: true }, event).email, 'a@example.com')
})
