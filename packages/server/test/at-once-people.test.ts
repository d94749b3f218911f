/** People change themselves, and what they are to each other, at the same moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, PIXEL } from './people.ts'
import { arcade } from './players.ts'
import { enter, quiet } from './playing.ts'
import { type Answered, testServer } from './server.ts'

const ROUNDS = 5

/** None of the answers is a failure of ours. */
function noneFailed(answers: readonly Answered[]): void {
	for (const { status, body } of answers) assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
}

test('one who takes another name and another picture has both, and is told of with both', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const own = server.hear(`user.${bot.id}`)
	const there = server.hear(`guild.${guildId}`)
	for (let round = 0; round < ROUNDS; round++) {
		const name = `Herald ${round}`
		const avatar = round % 2 ? null : PIXEL
		noneFailed(
			await Promise.all([
				bot.patch('/users/@me', { username: name }),
				bot.patch('/users/@me', { avatar }),
				bot.patch('/users/@me', { bio: `bio ${round}` }),
			]),
		)
		const { body: now } = await bot.get('/users/@me')
		assert.deepEqual([now.username, now.avatar === null], [name, avatar === null])
		const told = [own.named('USER_UPDATE').at(-1), there.named('GUILD_MEMBER_UPDATE').at(-1).user]
		for (const { username, avatar } of told) assert.deepEqual([username, avatar], [now.username, now.avatar])
	}
})

test('webhooks that are made, moved, changed and taken away', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const { body: other } = await bot.post(`/guilds/${guildId}/channels`, { name: 'other' })
	const make = (channelId: string, name: string) => bot.post(`/channels/${channelId}/webhooks`, { name })
	for (let n = 0; n < 13; n++) await make(other.id, `herald ${n}`)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: kept } = await make(textId, 'kept')
		const { body: gone } = await make(textId, 'gone')
		const answers = await Promise.all([
			bot.patch(`/webhooks/${kept.id}`, { name: `kept ${round}` }),
			bot.patch(`/webhooks/${kept.id}`, { channel_id: other.id }),
			bot.patch(`/webhooks/${kept.id}`, { avatar: PIXEL }),
			bot.patch(`/webhooks/${gone.id}`, { channel_id: other.id }),
			bot.delete(`/webhooks/${gone.id}`),
			bot.patch(`/webhooks/${gone.id}`, { name: 'too late?' }),
			make(other.id, 'one more'),
			make(other.id, 'and one more'),
		])
		noneFailed(answers)
		const { body: now } = await bot.get(`/guilds/${guildId}/webhooks`)
		const of = (channelId: string) => now.filter((one: { channel_id: string }) => one.channel_id === channelId)
		assert.ok(of(other.id).length <= 15, `${of(other.id).length} webhooks in a channel`)
		const { name, avatar, channel_id } = now.find(({ id }: { id: string }) => id === kept.id)
		const isMoved = answers[1]?.status === 200
		assert.deepEqual([name, avatar === null, channel_id], [`kept ${round}`, false, isMoved ? other.id : textId])
		for (const { id } of of(textId)) await bot.delete(`/webhooks/${id}`)
		for (const { id } of of(other.id).slice(13)) await bot.delete(`/webhooks/${id}`)
	}
})

test('M8, F10 who asks an account to be friends while it becomes part of another one is told how that ends', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const ben = await lantern.vouch('ben')
	await using his = await enter(server, ben)
	for (let round = 0; round < ROUNDS; round++) {
		const person = await lantern.person(`ada${round}`)
		const hero = await lantern.vouch(`hero${round}`)
		const asks = async () => {
			const answers: Answered[] = []
			for (let n = 0; n < 6; n++) answers.push(await ben.put(`/users/@me/relationships/${hero.id}`, {}))
			return answers
		}
		const [merged, answers] = await Promise.all([lantern.merge(person, hero.token), asks()])
		noneFailed([merged, ...answers])
		await lantern.settled()
		await quiet(his)
		const known = new Set<string>(his.ready.relationships.map(({ id }: { id: string }) => id))
		for (const { t, d } of his.frames) {
			if (t === 'RELATIONSHIP_ADD') known.add(d.id)
			else if (t === 'RELATIONSHIP_REMOVE') known.delete(d.id)
		}
		const { body } = await ben.get('/users/@me/relationships')
		assert.deepEqual([...known].sort(), body.map(({ id }: { id: string }) => id).sort())
	}
})
