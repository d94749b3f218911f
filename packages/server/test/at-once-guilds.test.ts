/** Several people change a guild at the same moment: no bound is exceeded, nothing is undone, what is told last is so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TYPES } from '@guildhall/protocol'
import { holdGuild } from '../src/domain/access/held.ts'
import { browserOf } from './oauth.ts'
import { bits, home } from './people.ts'
import { type Answered, type TestServer, testServer } from './server.ts'

const ROUNDS = 4

/** None of the answers is a failure of ours. */
function noneFailed(answers: readonly Answered[]): void {
	for (const { status, body } of answers) assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
}

interface Ordered {
	id: string
	position: number
	name: string
}

/** What somebody who heard everything knows of the guild's roles. */
function rolesTold(server: TestServer, guildId: string, before: readonly Ordered[]): () => Ordered[] {
	const { envelopes } = server.hear(`guild.${guildId}`)
	return () => {
		const known = new Map(before.map((role) => [role.id, role]))
		// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at freely in tests
		for (const { name, data } of envelopes as { name: string; data: any }[]) {
			if (name === 'GUILD_ROLE_CREATE' || name === 'GUILD_ROLE_UPDATE') known.set(data.role.id, data.role)
			else if (name === 'GUILD_ROLE_DELETE') known.delete(data.role_id)
			else if (name === 'GUILD_UPDATE') for (const role of data.roles) known.set(role.id, role)
		}
		return [...known.values()]
	}
}

const placed = (all: readonly Ordered[]) =>
	all
		.map(({ id, position, name }) => [id, position, name] as const)
		.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))

test('roles that are made, moved, renamed and removed', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server)
	const { body: before } = await bot.get(`/guilds/${guildId}/roles`)
	const told = rolesTold(server, guildId, before)
	const path = `/guilds/${guildId}/roles`
	for (let round = 0; round < ROUNDS; round++) {
		const { body: old } = await bot.post(path, { name: 'old' })
		const { body: kept } = await bot.post(path, { name: 'kept' })
		const answers = await Promise.all([
			bot.post(path, { name: `first ${round}` }),
			bot.post(path, { name: `second ${round}` }),
			bot.patch(`${path}/${kept.id}`, { name: `kept ${round}` }),
			bot.delete(`${path}/${old.id}`),
			bot.patch(path, [{ id: kept.id, position: 1 }]),
			bot.patch(`/guilds/${guildId}`, { name: `Home ${round}` }),
		])
		noneFailed(answers)
		const { body: now } = await bot.get(path)
		assert.deepEqual(
			placed(now).map(([, position]) => position),
			now.map((_: unknown, at: number) => at),
			'no two roles have the same place',
		)
		assert.equal(now.find(({ id }: Ordered) => id === kept.id).name, `kept ${round}`)
		assert.deepEqual(placed(told()), placed(now))
		if (round % 3 === 2)
			for (const { id } of now) if (id !== guildId && id !== botRoleId) await bot.delete(`${path}/${id}`)
	}
})

test('a role that goes while channels say something about it', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { name: 'old' })
		const about = { id: role.id, type: 0, allow: bits('SendMessages'), deny: '0' }
		noneFailed(
			await Promise.all([
				bot.put(`/channels/${textId}/permissions/${role.id}`, { type: 0, allow: about.allow, deny: '0' }),
				bot.post(`/guilds/${guildId}/channels`, { name: 'new', permission_overwrites: [about] }),
				bot.delete(`/guilds/${guildId}/roles/${role.id}`),
				bot.patch(`/channels/${textId}`, { permission_overwrites: [about] }),
				bot.put(`/guilds/${guildId}/members/${bot.id}/roles/${role.id}`),
			]),
		)
		const { body: channels } = await bot.get(`/guilds/${guildId}/channels`)
		for (const { permission_overwrites } of channels) {
			assert.ok(!permission_overwrites.some(({ id }: { id: string }) => id === role.id), 'it says so of nothing')
		}
	}
})

test('the last places for roles and channels', async () => {
	await using server = await testServer()
	const { bot, guildId, textCategoryId } = await home(server)
	const { db } = server.store
	const role = await db.selectFrom('roles').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow()
	const channel = await db.selectFrom('channels').selectAll().where('id', '=', textCategoryId).executeTakeFirstOrThrow()
	await server.store.transaction(async (tx) => {
		const roles = Array.from({ length: 246 }, (_, at) => ({ ...role, id: tx.newId(), position: at + 2 }))
		await tx.db.insertInto('roles').values(roles).execute()
		const text = { ...channel, type: CHANNEL_TYPES.text, position: 7 }
		// One place is left in the category, and two in the guild.
		const inside = Array.from({ length: 48 }, () => ({ ...text, id: tx.newId(), parent_id: textCategoryId }))
		const beside = Array.from({ length: 446 }, () => ({ ...text, id: tx.newId(), parent_id: null }))
		await tx.db
			.insertInto('channels')
			.values([...inside, ...beside].slice(0, 250))
			.execute()
		await tx.db
			.insertInto('channels')
			.values([...inside, ...beside].slice(250))
			.execute()
	})
	const made = await Promise.all([1, 2, 3, 4, 5].map((n) => bot.post(`/guilds/${guildId}/roles`, { name: `${n}` })))
	noneFailed(made)
	assert.deepEqual(made.map(({ status }) => status).sort(), [200, 200, 400, 400, 400])
	assert.equal((await bot.get(`/guilds/${guildId}/roles`)).body.length, 250)
	const { body: channels } = await bot.get(`/guilds/${guildId}/channels`)
	const free = channels.filter((one: { parent_id: string | null; type: number }) => !one.parent_id && one.type === 0)
	const moved = await Promise.all([
		bot.patch(`/channels/${free[0].id}`, { parent_id: textCategoryId }),
		bot.patch(`/channels/${free[1].id}`, { parent_id: textCategoryId }),
		bot.patch(`/guilds/${guildId}/channels`, [{ id: free[2].id, parent_id: textCategoryId }]),
		bot.patch(`/guilds/${guildId}/channels`, [{ id: free[3].id, parent_id: textCategoryId }]),
	])
	noneFailed(moved)
	assert.equal(moved.filter(({ status }) => status < 300).length, 1)
	const built = await Promise.all(
		[1, 2, 3, 4, 5].map((n) => bot.post(`/guilds/${guildId}/channels`, { name: `new-${n}` })),
	)
	noneFailed(built)
	const { body: now } = await bot.get(`/guilds/${guildId}/channels`)
	assert.equal(now.filter((one: { parent_id: string | null }) => one.parent_id === textCategoryId).length, 50)
	assert.equal(now.length, 500)
	assert.equal(built.filter(({ status }) => status === 201).length, 500 - channels.length)
})

test('channels that are moved while they are changed, and their category too', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { envelopes } = server.hear(`guild.${guildId}`)
	const path = `/guilds/${guildId}/channels`
	for (let round = 0; round < ROUNDS; round++) {
		const { body: category } = await bot.post(path, { name: 'wing', type: 4 })
		const { body: other } = await bot.post(path, { name: 'other', type: 4 })
		const { body: one } = await bot.post(path, { name: 'one' })
		const { body: two } = await bot.post(path, { name: 'two' })
		const deny = bits('ViewChannel')
		noneFailed(
			await Promise.all([
				bot.patch(`/channels/${one.id}`, { parent_id: category.id }),
				bot.patch(path, [
					{ id: two.id, position: 20 + round },
					{ id: one.id, position: 10 + round },
				]),
				bot.patch(path, [{ id: two.id, parent_id: category.id, lock_permissions: true }]),
				bot.put(`/channels/${category.id}/permissions/${guildId}`, { type: 0, allow: '0', deny }),
				bot.patch(`/channels/${two.id}`, { name: `two-${round}` }),
				bot.post(path, { name: 'three', parent_id: category.id }),
				bot.delete(`/channels/${other.id}`),
				bot.patch(path, [{ id: one.id, position: 5, parent_id: category.id }]),
				bot.post(path, { name: 'four', parent_id: other.id }),
			]),
		)
		const { body: channels } = await bot.get(path)
		const of = (id: string) => channels.find((channel: { id: string }) => channel.id === id)
		assert.equal(of(one.id).parent_id, category.id)
		assert.equal(of(two.id).parent_id, category.id)
		assert.equal(of(two.id).name, `two-${round}`)
		const denies = ({ permission_overwrites }: { permission_overwrites: { id: string; deny: string }[] }) =>
			permission_overwrites.find(({ id }) => id === guildId)?.deny
		// What was moved there with its rights, or begins there, says what the category says.
		const three = channels.find(
			(channel: { name: string; parent_id: string }) => channel.name === 'three' && channel.parent_id === category.id,
		)
		for (const channel of [category, two, three]) assert.equal(denies(of(channel.id)), deny, of(channel.id).name)
		const ids = new Set(channels.map(({ id }: { id: string }) => id))
		for (const { parent_id } of channels) assert.ok(parent_id === null || ids.has(parent_id))
		for (const channel of channels) {
			// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at freely in tests
			const told = (envelopes as { name: string; data: any }[]).findLast(
				({ name, data }) => (name === 'CHANNEL_CREATE' || name === 'CHANNEL_UPDATE') && data.id === channel.id,
			)?.data
			if (!told) continue
			const seen = ({ parent_id, position, name }: typeof told) => ({ parent_id, position, name })
			assert.deepEqual(seen(told), seen(channel))
			assert.equal(denies(told), denies(channel))
		}
		for (const { id } of channels) await bot.delete(`/channels/${id}`)
	}
})

test('a channel that goes while its guild takes it for a place of its own', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { envelopes } = server.hear(`guild.${guildId}`)
	for (let round = 0; round < 2 * ROUNDS; round++) {
		const { body: channel } = await bot.post(`/guilds/${guildId}/channels`, { name: 'hall' })
		await bot.patch(`/guilds/${guildId}`, { system_channel_id: round % 2 ? channel.id : null })
		const [renamed, taken, gone] = await Promise.all([
			bot.patch(`/guilds/${guildId}`, { name: `Home ${round}` }),
			bot.patch(`/guilds/${guildId}`, { system_channel_id: channel.id }),
			bot.delete(`/channels/${channel.id}`),
		])
		noneFailed([renamed, taken, gone])
		const { body: guild } = await bot.get(`/guilds/${guildId}`)
		assert.deepEqual([guild.system_channel_id, guild.name], [null, `Home ${round}`])
		// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at freely in tests
		const told = (envelopes as { name: string; data: any }[]).findLast(({ name }) => name === 'GUILD_UPDATE')?.data
		assert.deepEqual([told.system_channel_id, told.name], [null, `Home ${round}`])
	}
})

test('who is banned while they come in is out', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { envelopes } = server.hear(`guild.${guildId}`)
	const guests = [
		await server.player('bob', ['guilds.join', 'identify', 'sdk.social_layer'], bot.application),
		await server.player('eve', ['guilds.join', 'identify', 'sdk.social_layer'], bot.application),
	]
	for (let round = 0; round < 2 * ROUNDS; round++) {
		const answers = await Promise.all(
			guests.flatMap((guest) => [
				bot.put(`/guilds/${guildId}/members/${guest.id}`, { access_token: guest.token }),
				bot.put(`/guilds/${guildId}/bans/${guest.id}`),
				...(round % 2 ? [bot.delete(`/guilds/${guildId}/members/${guest.id}`)] : []),
			]),
		)
		noneFailed(answers)
		for (const { id } of guests) {
			assert.equal((await bot.get(`/guilds/${guildId}/bans/${id}`)).status, 200)
			assert.equal((await bot.get(`/guilds/${guildId}/members/${id}`)).status, 404)
			// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at freely in tests
			const told = (envelopes as { name: string; data: any }[]).findLast(
				({ name, data }) => name.startsWith('GUILD_MEMBER') && data.user.id === id,
			)
			assert.notEqual(told?.name, 'GUILD_MEMBER_ADD')
		}
		await Promise.all(guests.map(({ id }) => bot.delete(`/guilds/${guildId}/bans/${id}`)))
	}
	const { body: guild } = await bot.get(`/guilds/${guildId}?with_counts=true`)
	assert.equal(guild.approximate_member_count, 2)
})

test('the last guild of a person, and the last use of an invite', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, owner } = await home(server)
	const eve = await server.player('eve', ['guilds.join', 'sdk.social_layer'], bot.application)
	const others: string[] = []
	for (let n = 0; n < 3; n++) {
		const { guild, roles } = await server.guild(owner.id, {
			roles: [{ id: '1' }, { id: '2', name: 'h', permissions: bits('Administrator') }],
		})
		await server.join(guild.id, bot.id, { roleIds: [roles.at(-1)?.id ?? ''] })
		others.push(guild.id)
	}
	const template = await server.store.transaction((tx) => holdGuild(tx, guildId))
	await server.store.transaction(async (tx) => {
		const copies = Array.from({ length: 98 }, () => ({ ...template, id: tx.newId() }))
		await tx.db.insertInto('guilds').values(copies).execute()
		const member = await tx.db.selectFrom('members').selectAll().limit(1).executeTakeFirstOrThrow()
		const seats = copies.map(({ id }) => ({ ...member, guild_id: id, user_id: eve.id }))
		await tx.db.insertInto('members').values(seats).execute()
	})
	for (let round = 0; round < 3; round++) {
		const answers = await Promise.all(
			[guildId, ...others].map((id) => bot.put(`/guilds/${id}/members/${eve.id}`, { access_token: eve.token })),
		)
		assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 400, 400])
		for (const id of [guildId, ...others]) await bot.delete(`/guilds/${id}/members/${eve.id}`)
	}
	const people = await Promise.all(
		['kim', 'lee', 'max'].map((name) => server.player(name, ['guilds.join', 'sdk.social_layer'])),
	)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: invite } = await bot.post(`/channels/${textId}/invites`, { max_uses: 1, unique: true })
		const answers = await Promise.all(people.map((one) => one.post(`/invites/${invite.code}`)))
		assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
		await Promise.all(people.map(({ id }) => bot.delete(`/guilds/${guildId}/members/${id}`)))
	}
})

test('who leaves while the guild becomes theirs', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server)
	const people = [owner, await server.person('carol')]
	await server.join(guildId, people[1]?.id as string)
	const browsers = await Promise.all(people.map(({ id }) => browserOf(server, id)))
	for (let round = 0; round < ROUNDS; round++) {
		const { body: before } = await bot.get(`/guilds/${guildId}`)
		const at = people.findIndex(({ id }) => id === before.owner_id)
		const heir = people[1 - at]?.id as string
		const boss = browsers[at]
		if (!boss) throw new Error('The guild has an owner.')
		const csrf = { 'x-csrf-token': await boss.csrfToken() }
		const answers = await Promise.all([
			boss.send('PATCH', `/api/v10/guilds/${guildId}`, { owner_id: heir }, csrf),
			bot.delete(`/guilds/${guildId}/members/${heir}`),
			bot.put(`/guilds/${guildId}/bans/${heir}`),
		])
		noneFailed(answers)
		const { body: now } = await bot.get(`/guilds/${guildId}`)
		assert.equal((await bot.get(`/guilds/${guildId}/members/${now.owner_id}`)).status, 200, 'its owner is in it')
		await bot.delete(`/guilds/${guildId}/bans/${heir}`)
		if ((await bot.get(`/guilds/${guildId}/members/${heir}`)).status === 404) await server.join(guildId, heir)
	}
})
