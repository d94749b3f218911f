import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepInvites } from '../src/domain/invites/rows.ts'
import { forgetNode, setConnected } from '../src/domain/lobbies/connections.ts'
import { openBrowser } from './browser.ts'
import { login } from './gateway-client.ts'
import { multipart } from './home.ts'
import { bits, type Home, home } from './people.ts'
import { type Answered, type Client, type TestServer, testServer } from './server.ts'

const HOUR = 3_600_000

/** A person with a token that may bring them into guilds. */
const guest = (server: TestServer, name: string) => server.player(name, ['identify', 'guilds.join'])

const accept = (client: Client, code: string) => client.post(`/invites/${code}`)

/** Posts an invite with a list of users. */
function withList(
	{ bot, textId }: Home,
	csv: string,
	fields: Record<string, string> = {},
	name = 'target_users_file',
): Promise<Answered> {
	const { payload, type } = multipart(fields, [{ name, filename: 'users.csv', content: csv }])
	return bot.call('POST', `/channels/${textId}/invites`, payload, { 'content-type': type })
}

const codeOf = ({ body }: Answered): string => body.code

test('J1 J11 an invite is made, announced, read, listed and taken back', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const made = await bot.call('POST', `/channels/${textId}/invites`, {}, { 'x-audit-log-reason': 'a party' })
	assert.equal(made.status, 200)
	const { code, created_at, guild, inviter, ...rest } = made.body
	assert.match(code, /^[A-Za-z0-9]{8,}$/)
	assert.equal(inviter.id, bot.id)
	assert.equal(guild.id, guildId)
	assert.deepEqual(rest, {
		type: 0,
		flags: 0,
		guild_id: guildId,
		channel: { id: textId, type: 0, name: 'general' },
		expires_at: rest.expires_at,
		max_age: 86_400,
		max_uses: 0,
		uses: 0,
		temporary: false,
	})
	assert.equal(Date.parse(rest.expires_at) - Date.parse(created_at), 86_400_000)

	const [told] = heard.named('INVITE_CREATE')
	assert.deepEqual(
		{ ...told, inviter: told.inviter.id },
		{
			channel_id: textId,
			guild_id: guildId,
			code,
			created_at,
			expires_at: rest.expires_at,
			inviter: bot.id,
			max_age: 86_400,
			max_uses: 0,
			uses: 0,
			temporary: false,
		},
	)
	assert.equal(heard.envelopes.find(({ name }) => name === 'INVITE_CREATE')?.channelId, textId)

	const read = await server.nobody.get(`/invites/${code}?with_counts=true&with_expiration=true`)
	assert.equal(read.status, 200)
	assert.equal(read.body.approximate_member_count, 2)
	assert.equal(read.body.approximate_presence_count, 0)
	assert.equal('uses' in read.body, false)
	assert.deepEqual(
		(await bot.get(`/channels/${textId}/invites`)).body.map((invite: { code: string }) => invite.code),
		[code],
	)
	assert.deepEqual((await bot.get(`/guilds/${guildId}/invites`)).body, [made.body])

	const revoked = await bot.delete(`/invites/${code}`)
	assert.equal(revoked.status, 200)
	assert.equal(revoked.body.code, code)
	assert.deepEqual(heard.named('INVITE_DELETE'), [{ guild_id: guildId, channel_id: textId, code }])
	for (const answer of [await server.nobody.get(`/invites/${code}`), await bot.delete(`/invites/${code}`)]) {
		assert.deepEqual([answer.status, answer.body.code], [404, 10006])
	}
	const { body: log } = await bot.get(`/guilds/${guildId}/audit-logs`)
	assert.deepEqual(
		log.audit_log_entries.map(({ action_type, reason }: { action_type: number; reason?: string }) => [
			action_type,
			reason,
		]),
		[
			[42, undefined],
			[40, 'a party'],
		],
	)
})

test('J2 bounds of an invite, and the one that is there already', async () => {
	await using server = await testServer()
	const { textId, bot } = await home(server)
	const make = (body: object) => bot.post(`/channels/${textId}/invites`, body)
	for (const good of [{ max_age: 0 }, { max_age: 5_184_000 }, { max_uses: 0 }, { max_uses: 100 }]) {
		assert.equal((await make(good)).status, 200, JSON.stringify(good))
	}
	for (const [field, value] of [
		['max_age', -1],
		['max_age', 5_184_001],
		['max_uses', -1],
		['max_uses', 101],
		['temporary', 'perhaps'],
		['role_ids', ['x']],
	] as const) {
		const refused = await make({ [field]: value })
		assert.deepEqual([refused.status, refused.body.code], [400, 50035], field)
		assert.ok(refused.body.errors[field], field)
	}
	assert.equal((await make({ max_age: 0 })).body.expires_at, null)
	const first = codeOf(await make({}))
	assert.equal(codeOf(await make({})), first)
	assert.notEqual(codeOf(await make({ unique: true })), first)
	assert.notEqual(codeOf(await make({ max_uses: 7 })), first)
	await server.advance(25 * HOUR)
	assert.notEqual(codeOf(await make({})), first)
})

test('J1 not everybody makes invites, and not to everything', async () => {
	await using server = await testServer()
	const { guildId, textId, textCategoryId, voiceId, bot } = await home(server)
	assert.equal((await bot.post(`/channels/${voiceId}/invites`, {})).status, 200)
	assert.equal((await bot.post(`/channels/${textCategoryId}/invites`, {})).body.code, 50024)
	assert.equal((await bot.post(`/channels/1/invites`, {})).body.code, 10003)
	const stranger = await server.bot('Stranger')
	assert.equal((await stranger.post(`/channels/${textId}/invites`, {})).body.code, 50001)
	await server.join(guildId, stranger.id)
	await bot.patch(`/guilds/${guildId}/roles/${guildId}`, { permissions: bits('ViewChannel') })
	assert.equal((await stranger.post(`/channels/${textId}/invites`, {})).body.code, 50013)
	for (const path of [`/channels/${textId}/invites`, `/guilds/${guildId}/invites`]) {
		assert.equal((await stranger.get(path)).body.code, 50013, path)
	}
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, {}))
	assert.equal((await stranger.delete(`/invites/${code}`)).body.code, 50013)
	assert.equal((await (await server.bot('Outsider')).delete(`/invites/${code}`)).body.code, 50013)
	assert.deepEqual((await bot.get(`/guilds/${guildId}/vanity-url`)).body, { code: null, uses: 0 })
	assert.equal((await stranger.get(`/guilds/${guildId}/vanity-url`)).body.code, 50013)

	// J10
	const clerk = await server.bot('Clerk')
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, {
		permissions: bits('ViewChannel', 'ViewAuditLog'),
	})
	await server.join(guildId, clerk.id, { roleIds: [role.id] })
	const seen = await clerk.get(`/guilds/${guildId}/invites`)
	assert.equal(seen.body.length, 2)
	assert.ok(seen.body.every((invite: object) => !('uses' in invite)))
})

test('J1 a channel has at most a thousand invites', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const row = {
		guild_id: guildId,
		channel_id: textId,
		inviter_id: bot.id,
		max_age_seconds: 60,
		max_uses: 0,
		uses: 0,
		is_temporary: 0 as const,
		target_type: null,
		target_application_id: null,
		role_ids: '[]',
		bound_user_id: null,
		created_at: server.clock.now(),
		expires_at: server.clock.now() + 60_000,
	}
	await server.store.transaction(async (tx) => {
		const rows = Array.from({ length: 999 }, (_, at) => ({ ...row, id: tx.newId(), code: `full-${at}` }))
		for (let at = 0; at < rows.length; at += 333) {
			await tx.db
				.insertInto('invites')
				.values(rows.slice(at, at + 333))
				.execute()
		}
	})
	const make = () => bot.post(`/channels/${textId}/invites`, { unique: true })
	assert.equal((await make()).status, 200)
	assert.equal((await make()).body.code, 30016)
	await server.advance(61_000)
	assert.equal((await make()).status, 200)
})

test('J1 a channel that goes while it is invited to is not there, or had the invite', async () => {
	await using server = await testServer()
	const { guildId, bot } = await home(server)
	// A form is read after the channel was looked at.
	const form = multipart({ max_age: '60' }, [{ name: 'files[0]', filename: 'a.txt', content: 'content' }])
	for (let round = 0; round < 12; round++) {
		const { body: channel } = await bot.post(`/guilds/${guildId}/channels`, { name: `pier-${round}` })
		const [gone, ...made] = await Promise.all([
			bot.delete(`/channels/${channel.id}`),
			bot.post(`/channels/${channel.id}/invites`, {}),
			bot.call('POST', `/channels/${channel.id}/invites`, form.payload, { 'content-type': form.type }),
		])
		assert.equal(gone.status, 200)
		for (const { status, body } of made) assert.ok(status === 200 || body.code === 10003, JSON.stringify(body))
	}
	assert.deepEqual((await bot.get(`/guilds/${guildId}/invites`)).body, [])
})

test('J3 targets that nothing could be are refused at their field', async () => {
	await using server = await testServer()
	const { textId, bot, owner } = await home(server)
	const make = (body: object) => bot.post(`/channels/${textId}/invites`, body)
	const wrong: [string, object][] = [
		['target_type', { target_type: 3 }],
		['target_user_id', { target_type: 1 }],
		['target_user_id', { target_type: 1, target_user_id: owner.id }],
		['target_user_id', { target_user_id: owner.id }],
		['target_application_id', { target_type: 2 }],
		['target_application_id', { target_type: 2, target_application_id: '1' }],
		['target_application_id', { target_type: 2, target_application_id: bot.id }],
		['target_application_id', { target_application_id: bot.id }],
	]
	for (const [field, body] of wrong) {
		const refused = await make(body)
		assert.equal(refused.body.code, 50035, JSON.stringify(body))
		assert.ok(refused.body.errors[field], JSON.stringify(body))
	}
	const activity = await server.bot('Chess', { flags: 1 << 17 })
	const made = await make({ target_type: 2, target_application_id: activity.id })
	assert.equal(made.status, 200)
	assert.equal(made.body.target_type, 2)
	assert.equal(made.body.target_application.id, activity.id)
})

test('J4 roles of an invite are given to who comes in', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server, ['Administrator'])
	const { body: crew } = await bot.post(`/guilds/${guildId}/roles`, { name: 'Crew', permissions: '0' })
	const { body: gone } = await bot.post(`/guilds/${guildId}/roles`, { name: 'Gone', permissions: '0' })
	const made = await bot.post(`/channels/${textId}/invites`, { role_ids: [crew.id, gone.id] })
	assert.equal(made.status, 200)
	assert.deepEqual(
		made.body.roles.map((role: object) => Object.keys(role).sort()),
		[1, 2].map(() => ['color', 'colors', 'icon', 'id', 'name', 'position', 'unicode_emoji']),
	)
	const { body: listed } = await bot.get(`/channels/${textId}/invites`)
	assert.deepEqual(listed[0].roles, made.body.roles)
	await bot.delete(`/guilds/${guildId}/roles/${gone.id}`)
	const ann = await guest(server, 'ann')
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await accept(ann, codeOf(made))).status, 200)
	assert.deepEqual(heard.named('GUILD_MEMBER_ADD')[0].roles, [crew.id])
	assert.deepEqual((await bot.get(`/guilds/${guildId}/members/${ann.id}`)).body.roles, [crew.id])

	const { body: roles } = await bot.get(`/guilds/${guildId}/roles`)
	const own = roles.find(({ name }: { name: string }) => name === 'Herald')
	assert.equal((await bot.post(`/channels/${textId}/invites`, { role_ids: [own.id] })).body.code, 50013)
	assert.equal((await bot.post(`/channels/${textId}/invites`, { role_ids: ['1'] })).body.code, 10011)
	const helper = await server.bot('Helper')
	await server.join(guildId, helper.id)
	assert.equal((await helper.post(`/channels/${textId}/invites`, { role_ids: [crew.id] })).body.code, 50013)
	const many = Array.from({ length: 251 }, (_, at) => String(1000 + at))
	assert.ok((await bot.post(`/channels/${textId}/invites`, { role_ids: many })).body.errors.role_ids)
})

test('J5 J12 only who is on the list of an invite comes in', async () => {
	await using server = await testServer()
	const at = await home(server)
	const { bot, guildId, textId } = at
	const [ann, ben] = [await guest(server, 'ann'), await guest(server, 'ben')]
	const made = await withList(at, `user_id\r\n${ann.id}\r\n${ann.id}\r\n\r\n`, { max_uses: '5' })
	assert.equal(made.status, 200)
	assert.equal(made.body.max_uses, 5)
	const code = codeOf(made)
	await server.app.worker.idle()
	const job = await bot.get(`/invites/${code}/target-users/job-status`)
	assert.deepEqual(
		[job.status, job.body.status, job.body.total_users, job.body.processed_users, job.body.error_message],
		[200, 2, 1, 1, null],
	)
	const list = await bot.get(`/invites/${code}/target-users`)
	assert.equal(list.status, 200)
	assert.match(String(list.headers['content-type']), /^text\/csv/)
	assert.equal(list.body, `user_id\n${ann.id}\n`)
	const refused = await accept(ben, code)
	assert.deepEqual([refused.status, refused.body.code], [404, 10006])
	assert.equal((await accept(ann, code)).body.new_member, true)

	const replace = (client: Client, csv: string) => {
		const { payload, type } = multipart({}, [{ name: 'target_users_file', filename: 'u.csv', content: csv }])
		return client.call('PUT', `/invites/${code}/target-users`, payload, { 'content-type': type })
	}
	assert.equal((await replace(bot, `${ben.id}`)).status, 204)
	await server.app.worker.idle()
	assert.equal((await bot.get(`/invites/${code}/target-users`)).body, `user_id\n${ben.id}\n`)
	assert.equal((await accept(ben, code)).body.new_member, true)
	const { body: log } = await bot.get(`/guilds/${guildId}/audit-logs?action_type=41`)
	assert.equal(log.audit_log_entries.length, 1)

	const stranger = await server.bot('Stranger')
	for (const answer of [
		await stranger.get(`/invites/${code}/target-users`),
		await stranger.get(`/invites/${code}/target-users/job-status`),
		await replace(stranger, ben.id),
	]) {
		assert.deepEqual([answer.status, answer.body.code], [403, 50013])
	}
	const plain = codeOf(await bot.post(`/channels/${textId}/invites`, {}))
	assert.equal((await bot.get(`/invites/${plain}/target-users`)).body.code, 10129)
	assert.equal((await bot.get(`/invites/${plain}/target-users/job-status`)).body.code, 10124)
	assert.equal((await bot.get('/invites/nothing/target-users')).body.code, 10006)
	const empty = await bot.call('PUT', `/invites/${code}/target-users`, multipart({ other: '1' }).payload, {
		'content-type': multipart({}).type,
	})
	assert.equal(empty.body.code, 50035)
	assert.ok(empty.body.errors.target_users_file)
})

test('J5 a bad line of a list is named, and nothing is made', async () => {
	await using server = await testServer()
	const at = await home(server)
	const bad = await withList(at, 'user_id\n123456789012345678\nann\n99999999999999999999\n')
	assert.equal(bad.status, 400)
	assert.deepEqual(Object.keys(bad.body), ['target_users_file'])
	assert.equal(bad.body.target_users_file.length, 2)
	assert.match(bad.body.target_users_file[0], /^Line 3: /)
	assert.equal((await withList(at, 'user_id\n')).status, 400)
	assert.deepEqual((await at.bot.get(`/channels/${at.textId}/invites`)).body, [])
})

test('J5 a long list is worked through in steps', async () => {
	await using server = await testServer()
	const at = await home(server)
	const ids = Array.from({ length: 2500 }, (_, index) => String(10n ** 17n + BigInt(index)))
	const ann = await guest(server, 'ann')
	const code = codeOf(await withList(at, [...ids, ann.id].join('\n')))
	await server.app.worker.idle()
	const { body } = await at.bot.get(`/invites/${code}/target-users/job-status`)
	assert.deepEqual([body.status, body.total_users, body.processed_users], [2, 2501, 2501])
	assert.equal((await at.bot.get(`/invites/${code}/target-users`)).body.split('\n').length, 2503)
	assert.equal((await accept(ann, code)).status, 200)
})

test('J6 an invite ends by its time', async () => {
	await using server = await testServer()
	const { textId, bot } = await home(server)
	const ann = await guest(server, 'ann')
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, { max_age: 60 }))
	await server.advance(59_999)
	assert.equal((await server.nobody.get(`/invites/${code}`)).status, 200)
	await server.advance(1)
	assert.equal((await server.nobody.get(`/invites/${code}`)).body.code, 10006)
	assert.equal((await accept(ann, code)).body.code, 10006)
	assert.deepEqual((await bot.get(`/channels/${textId}/invites`)).body, [])
	assert.equal(await server.store.transaction(sweepInvites), false)
	assert.equal((await server.store.db.selectFrom('invites').select('id').execute()).length, 0)
	const other = codeOf(await bot.post(`/channels/${textId}/invites`, { max_age: 0 }))
	await bot.delete(`/channels/${textId}`)
	assert.equal((await server.nobody.get(`/invites/${other}`)).body.code, 10006)
})

test('J7 a person comes in by an invite, once', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const ann = await guest(server, 'ann')
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, { max_uses: 2 }))
	const heard = server.hear(`guild.${guildId}`)
	const came = await accept(ann, code)
	assert.equal(came.status, 200)
	assert.equal(came.body.new_member, true)
	assert.equal(came.body.guild.id, guildId)
	assert.equal(heard.named('GUILD_MEMBER_ADD').length, 1)
	assert.equal((await accept(ann, code)).body.new_member, false)
	assert.equal((await bot.get(`/channels/${textId}/invites`)).body[0].uses, 1)
	assert.equal((await accept(await guest(server, 'ben'), code)).status, 200)
	assert.deepEqual(heard.named('INVITE_DELETE'), [{ guild_id: guildId, channel_id: textId, code }])
	assert.equal((await accept(await guest(server, 'cleo'), code)).body.code, 10006)
})

test('J7 of many who accept the last use one comes in', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const guests = await Promise.all(Array.from({ length: 10 }, (_, at) => guest(server, `guest${at}`)))
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, { max_uses: 1 }))
	const answers = await Promise.all(guests.map((one) => accept(one, code)))
	assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
	const { body } = await bot.get(`/guilds/${guildId}/members?limit=100`)
	assert.equal(body.length, 3)
})

test('J8 who may not come in is told why', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const ann = await guest(server, 'ann')
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, {}))
	await bot.put(`/guilds/${guildId}/bans/${ann.id}`, {})
	const banned = await accept(ann, code)
	assert.deepEqual([banned.status, banned.body.code], [403, 40007])
	assert.equal((await bot.get(`/channels/${textId}/invites`)).body[0].uses, 0)
	await bot.delete(`/guilds/${guildId}/bans/${ann.id}`)
	const { features } = (await bot.get(`/guilds/${guildId}`)).body
	await bot.patch(`/guilds/${guildId}`, { features: [...features, 'INVITES_DISABLED'] })
	assert.equal((await accept(ann, code)).body.code, 340015)
	await bot.patch(`/guilds/${guildId}`, { features })
	for (let at = 0; at < 100; at++) {
		const { guild } = await server.guild(ann.id, { name: `Guild ${at}`, channels: [{ name: 'one', type: 0 }] })
		assert.ok(guild.id)
	}
	assert.equal((await accept(ann, code)).body.code, 30001)
	// Tokens without the scope, bots, nobody.
	assert.equal((await accept(await server.player('ben', ['identify']), code)).body.code, 50026)
	assert.equal((await accept(bot, code)).body.code, 20001)
	assert.equal((await accept(server.nobody, code)).status, 401)
	const placeholder = await guest(server, 'placeholder')
	await server.store.transaction(async ({ db }) => {
		await db.updateTable('users').set({ is_provisional: 1 }).where('id', '=', placeholder.id).execute()
	})
	assert.equal((await accept(placeholder, code)).body.code, 50002)
})

test('J7 a person accepts on the page of the invite', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const { code } = (await bot.post(`/channels/${textId}/invites`, { max_uses: 1 })).body
	const ann = await server.person('ann')
	const browser = openBrowser(server)
	const page = `/invite/${code}`
	assert.match((await browser.get(page)).location, /^\/login\?next=%2Finvite%2F/)
	await browser.become(ann.id)
	const asked = await browser.get(page)
	assert.equal(asked.status, 200)
	assert.match(asked.text, /Join Home/)
	assert.match(asked.text, /2 members/)
	assert.equal((await browser.submit(page, { act: 'accept' })).status, 400)
	const joined = await browser.act(page, 'accept')
	assert.equal(joined.status, 200)
	assert.match(joined.text, /You are in Home/)
	assert.equal((await bot.get(`/guilds/${guildId}/members/${ann.id}`)).status, 200)
	assert.match((await browser.get(page)).text, /This invite does not work/)
	const late = await browser.act(page, 'accept')
	assert.equal(late.status, 404)
	assert.match(late.text, /This invite does not work/)
	// The site's own script may ask too.
	const other = codeOf(await bot.post(`/channels/${textId}/invites`, {}))
	const csrf = { 'x-csrf-token': await browser.csrfToken() }
	assert.equal((await browser.send('POST', `/api/v10/invites/${other}`, undefined, csrf)).body.new_member, false)
})

test('J9 who came for as long as they play is out with their last session, unless they have a role', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const scopes = ['openid', 'sdk.social_layer', 'guilds.join']
	const [ann, ben] = [await server.player('ann', scopes), await server.player('ben', scopes)]
	const made = await bot.post(`/channels/${textId}/invites`, { temporary: true })
	assert.equal(made.body.temporary, true)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, {})
	const isIn = async (client: Client) => (await bot.get(`/guilds/${guildId}/members/${client.id}`)).status === 200
	for (const client of [ann, ben]) {
		assert.equal((await accept(client, codeOf(made))).body.new_member, true)
		assert.equal((await accept(client, codeOf(made))).body.new_member, false)
	}
	await bot.put(`/guilds/${guildId}/members/${ben.id}/roles/${role.id}`)
	const sessionOf = (client: Client) => login(server, { token: `Bearer ${client.token}`, intents: 0 })
	const first = await sessionOf(ann)
	const second = await sessionOf(ann)
	const his = await sessionOf(ben)
	const heard = server.hear(`guild.${guildId}`)
	// Their lobby is told in the same breath.
	const { body: lobby } = await ann.put('/lobbies', { secret: 'hall' })
	await ben.put('/lobbies', { secret: 'hall' })
	const gone = (userId: string) =>
		new Promise<void>((resolve) => {
			server.bus.subscribe(`lobby.${lobby.id}`, ({ name, data }) => {
				const { member } = data as { member?: { id: string; connected: boolean } }
				if (name === 'LOBBY_MEMBER_UPDATE' && member?.id === userId && !member.connected) resolve()
			})
		})
	const left = [gone(ann.id), gone(ben.id)]
	first.ws.close(1000)
	await first.closed
	assert.ok(await isIn(ann))
	for (const client of [second, his]) client.ws.close(1000)
	await Promise.all(left)
	assert.equal(await isIn(ann), false)
	assert.ok(await isIn(ben))
	assert.deepEqual(
		heard.named('GUILD_MEMBER_REMOVE').map(({ user }) => user.id),
		[ann.id],
	)
})

test('J9 a restart, or a crash, puts out who does not come back', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const scopes = ['openid', 'sdk.social_layer', 'guilds.join']
	const [ann, ben, cleo] = [
		await server.player('ann', scopes),
		await server.player('ben', scopes),
		await server.player('cleo', scopes),
	]
	const made = await bot.post(`/channels/${textId}/invites`, { temporary: true })
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, {})
	for (const player of [ann, ben, cleo]) assert.equal((await accept(player, codeOf(made))).status, 200)
	await bot.put(`/guilds/${guildId}/members/${cleo.id}/roles/${role.id}`)
	const inside = async () => {
		const { body } = await bot.get(`/guilds/${guildId}/members?limit=10`)
		const ids = body.map(({ user }: { user: { id: string } }) => user.id)
		return [ann, ben, cleo].map(({ id }) => ids.includes(id))
	}
	for (const { token } of [ann, ben, cleo]) await login(server, { token: `Bearer ${token}`, intents: 0 })
	const applicationId = (await ann.get('/oauth2/@me')).body.application.id
	const returns = (player: Client, sessionId: string) =>
		server.store.transaction((tx) => setConnected(tx, { sessionId, node: 0, userId: player.id, applicationId }, true))
	// The gateway goes, and with it the sessions: whoever is back in time stays.
	await server.app.gateway.close()
	assert.deepEqual(await inside(), [true, true, true])
	await returns(ann, 'after the restart')
	await server.advance(server.config.resumeWindowMs - 1)
	assert.deepEqual(await inside(), [true, true, true])
	await server.advance(1)
	assert.deepEqual(await inside(), [true, false, true])
	// It crashes: nothing was said of the session's end. The next start finds what is left of it.
	await server.store.transaction((tx) => forgetNode(tx, 0, server.config.resumeWindowMs))
	assert.deepEqual(await inside(), [true, false, true])
	// It crashes once more, before the time is up.
	await server.advance(server.config.resumeWindowMs / 2)
	await server.store.transaction((tx) => forgetNode(tx, 0, server.config.resumeWindowMs))
	await server.advance(server.config.resumeWindowMs / 2)
	assert.deepEqual(await inside(), [false, false, true])
})

test('J9 who could not come back while the server was down has their time from its start on', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const ann = await server.player('ann', ['openid', 'sdk.social_layer', 'guilds.join'])
	await accept(ann, codeOf(await bot.post(`/channels/${textId}/invites`, { temporary: true })))
	const isIn = async () => (await bot.get(`/guilds/${guildId}/members/${ann.id}`)).status === 200
	const applicationId = (await ann.get('/oauth2/@me')).body.application.id
	const session = { sessionId: 'hers', node: 0, userId: ann.id, applicationId }
	await server.store.transaction((tx) => setConnected(tx, session, true))
	await server.app.worker.stop()
	await server.store.transaction((tx) => setConnected(tx, session, false, server.config.resumeWindowMs))
	await server.advance(HOUR)
	await server.listen()
	await server.advance(server.config.resumeWindowMs - 1)
	assert.ok(await isIn())
	await server.advance(1)
	assert.equal(await isIn(), false)
})

test('J11 invites are heard with the intent, by who manages the channel', async () => {
	await using server = await testServer()
	const { guildId, textId, bot } = await home(server)
	const helper = await server.bot('Helper')
	await server.join(guildId, helper.id)
	const GUILDS = 1 << 0
	const INVITES = 1 << 6
	await using keeper = await login(server, { token: bot.token, intents: GUILDS | INVITES })
	await using deaf = await login(server, { token: bot.token, intents: GUILDS })
	await using lesser = await login(server, { token: helper.token, intents: GUILDS | INVITES })
	const code = codeOf(await bot.post(`/channels/${textId}/invites`, {}))
	assert.equal((await keeper.event('INVITE_CREATE')).code, code)
	await bot.delete(`/invites/${code}`)
	assert.deepEqual(await keeper.event('INVITE_DELETE'), { channel_id: textId, guild_id: guildId, code })
	for (const client of [deaf, lesser]) {
		await client.settled()
		assert.ok(!client.names().some((name) => name.startsWith('INVITE_')))
	}
})

test('J5 a list comes beside a body of JSON, or of a form', async () => {
	await using server = await testServer()
	const at = await home(server)
	const ann = await guest(server, 'ann')
	const { body: crew } = await at.bot.post(`/guilds/${at.guildId}/roles`, {})
	const json = JSON.stringify({ max_uses: 3, role_ids: [crew.id] })
	for (const fields of [{ payload_json: json }, { max_uses: '3', role_ids: crew.id }]) {
		const made = await withList(at, `"${ann.id}"`, fields)
		assert.deepEqual([made.status, made.body.max_uses, made.body.roles[0].id], [200, 3, crew.id])
		await server.app.worker.idle()
		const { body } = await at.bot.get(`/invites/${codeOf(made)}/target-users/job-status`)
		assert.deepEqual([body.status, body.total_users], [2, 1])
	}
	// A file of another name is read past.
	const plain = await withList(at, 'nothing', { max_uses: '3' }, 'other_file')
	assert.equal((await at.bot.get(`/invites/${codeOf(plain)}/target-users`)).body.code, 10129)
	const urlencoded = await at.bot.call('POST', `/channels/${at.textId}/invites`, 'max_uses=9&temporary=true', {
		'content-type': 'application/x-www-form-urlencoded',
	})
	assert.deepEqual([urlencoded.body.max_uses, urlencoded.body.temporary], [9, true])
})
