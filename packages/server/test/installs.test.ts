/** Applications on their way into guilds and accounts (docs/rules/oauth.md I). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, PERMISSIONS } from '@guildhall/protocol'
import { guildAccess } from '../src/domain/access/access.ts'
import type { NewApplication } from '../src/domain/applications/applications.ts'
import { banUser } from '../src/domain/guilds/bans.ts'
import { openBrowser } from './browser.ts'
import { eventsTo, install, listenTo, openOffer } from './installing.ts'
import { browserOf, type Game, game } from './oauth.ts'
import { bits } from './people.ts'
import { type TestServer, testServer } from './server.ts'

/** A guild of alice's, and an application of somebody else's that is not in it. */
async function world(options: Partial<NewApplication> = {}) {
	const server = await testServer()
	const alice = await server.person('alice')
	const { guild } = await server.guild(alice.id)
	const lantern = await game(server, 'Lantern', options)
	return { server, alice, guildId: guild.id, lantern, browser: await browserOf(server, alice.id) }
}

/** A member who may manage a guild but does not own it, or one who may not. */
async function member(server: TestServer, guildId: string, name: string, permissions = '0') {
	const user = await server.person(name)
	const roleId = await server.store.transaction(async (tx) => {
		const id = tx.newId()
		const everyone = await tx.db.selectFrom('roles').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow()
		await tx.db
			.insertInto('roles')
			.values({ ...everyone, id, name, permissions, position: 1 })
			.execute()
		return id
	})
	await server.join(guildId, user.id, { roleIds: [roleId] })
	return user
}

const link = (game: Game, fields: Record<string, string> = {}) =>
	`/oauth2/authorize?${new URLSearchParams({ client_id: game.id, ...fields })}`

async function rolesIn(server: TestServer, guildId: string, botId: string) {
	const { db } = server.store
	const roles = await db
		.selectFrom('roles')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('bot_id', '=', botId)
		.execute()
	const held = await db
		.selectFrom('member_roles')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('user_id', '=', botId)
		.execute()
	return { roles, held: held.map(({ role_id }) => role_id) }
}

test('I1 a link with bot brings it into the chosen guild with a role of its own, and ends on this site', async () => {
	const { server, alice, guildId, lantern, browser } = await world()
	await using _ = server
	const heard = server.hear(`guild.${guildId}`)
	const own = server.hear(`user.${lantern.bot.id}`)
	const permissions = bits('SendMessages', 'ManageMessages')
	const offer = await openOffer(browser, link(lantern, { scope: 'bot', permissions }))
	assert.equal(offer.redirect_uri, null)
	assert.deepEqual(offer.installs, [{ integration_type: 0, scopes: ['bot', 'applications.commands'], permissions }])
	assert.deepEqual(
		offer.guilds.map(({ id }) => id),
		[guildId],
	)
	const { status, body } = await install(browser, offer, { guild_id: guildId })
	assert.deepEqual([status, body], [200, { location: `${server.config.origin}/oauth2/authorized` }])
	const { roles, held } = await rolesIn(server, guildId, lantern.bot.id)
	assert.deepEqual(
		roles.map(({ name, permissions, is_managed }) => [name, permissions, is_managed]),
		[['Lantern', permissions, 1]],
	)
	assert.deepEqual(held, [roles[0]?.id])
	assert.equal(heard.named('GUILD_MEMBER_ADD')[0]?.user.id, lantern.bot.id)
	assert.equal(heard.named('GUILD_ROLE_CREATE')[0]?.role.tags.bot_id, lantern.bot.id)
	assert.deepEqual(own.named('ACCESS_CHANGED'), [{ user_id: lantern.bot.id, guild_id: guildId, gained: true }])
	const [entry] = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.deepEqual([entry.action_type, entry.user_id, entry.target_id], [28, alice.id, lantern.bot.id])
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 200)
	assert.match((await browser.get('/oauth2/authorized')).text, /You can close this window/)
})

test('I1 a link with the id alone takes what the application has set, its commands with it', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const { body } = await lantern.bot.patch('/applications/@me', {
		integration_types_config: {
			0: { oauth2_install_params: { scopes: ['bot'], permissions: bits('AddReactions') } },
			1: { oauth2_install_params: { scopes: ['application.commands'], permissions: '0' } },
		},
	})
	for (const type of ['0', '1']) {
		assert.ok(body.integration_types_config[type].oauth2_install_params.scopes.includes('applications.commands'), type)
	}
	const offer = await openOffer(browser, link(lantern))
	assert.deepEqual(offer.installs, [
		{ integration_type: 0, scopes: ['bot', 'applications.commands'], permissions: bits('AddReactions') },
		{ integration_type: 1, scopes: ['applications.commands'], permissions: '0' },
	])
	assert.equal((await install(browser, offer, {})).body.errors.integration_type._errors[0].code, 'BASE_TYPE_REQUIRED')
	assert.equal(
		(await install(browser, offer, { integration_type: 0 })).body.errors.guild_id._errors[0].code,
		'BASE_TYPE_REQUIRED',
	)
	assert.equal((await install(browser, offer, { integration_type: 0, guild_id: guildId })).status, 200)
	assert.equal((await rolesIn(server, guildId, lantern.bot.id)).roles[0]?.permissions, bits('AddReactions'))
	const only = await openOffer(browser, link(lantern, { integration_type: '1' }))
	assert.deepEqual(
		only.installs.map(({ integration_type }) => integration_type),
		[1],
	)
	const wider = await openOffer(browser, link(lantern, { permissions: bits('Connect') }))
	assert.equal(wider.installs[0]?.permissions, bits('Connect'))
})

test('I1 an application without settings of its own brings its bot; one that switched all off cannot be installed', async () => {
	const { server, lantern, browser } = await world()
	await using _ = server
	await lantern.bot.patch('/applications/@me', { integration_types_config: { 0: {} } })
	assert.deepEqual((await openOffer(browser, link(lantern))).installs, [
		{ integration_type: 0, scopes: ['bot', 'applications.commands'], permissions: '0' },
	])
	await lantern.bot.patch('/applications/@me', { integration_types_config: { 0: null } })
	const { status, text, location } = await browser.get(link(lantern))
	assert.deepEqual([status, location], [400, ''])
	assert.match(text, /cannot be installed in this way/)
})

test('I1 the older settings hold where the newer say nothing, and a link of its own leads away by a page', async () => {
	const { server, lantern, browser } = await world()
	await using _ = server
	await lantern.bot.patch('/applications/@me', {
		integration_types_config: { 0: {} },
		install_params: { scopes: ['bot', 'applications.commands'], permissions: '8' },
	})
	assert.equal((await openOffer(browser, link(lantern))).installs[0]?.permissions, '8')
	await lantern.bot.patch('/applications/@me', {
		install_params: null,
		custom_install_url: 'https://lantern.example/add',
	})
	const { status, text } = await browser.get(link(lantern))
	assert.equal(status, 200)
	assert.match(text, /href="https:\/\/lantern\.example\/add"/)
	assert.equal((await browser.send('GET', `/api${link(lantern)}`)).body.location, 'https://lantern.example/add')
	const own = `${server.config.origin}${link(lantern)}`
	await lantern.bot.patch('/applications/@me', { custom_install_url: own })
	assert.ok((await openOffer(browser, link(lantern))).installs.length, 'a link to itself is none')
})

test('I2 only guilds that one may manage are offered, and only those are taken', async () => {
	const { server, guildId, lantern } = await world()
	await using _ = server
	const manager = await member(server, guildId, 'mia', bits('ManageGuild'))
	const plain = await member(server, guildId, 'paul')
	const stranger = await server.person('sam')
	const url = link(lantern, { scope: 'bot' })
	const refused: [string, number][] = [
		[plain.id, 50013],
		[stranger.id, 10004],
	]
	for (const [userId, code] of refused) {
		const browser = await browserOf(server, userId)
		const offer = await openOffer(browser, url)
		assert.deepEqual(offer.guilds, [])
		assert.equal((await install(browser, offer, { guild_id: guildId })).body.code, code)
		assert.match((await browser.get(url)).text, /There is no server in which you may add apps/)
	}
	const browser = await browserOf(server, manager.id)
	const offer = await openOffer(browser, url)
	assert.equal(offer.guilds.length, 1)
	await server.store.transaction(({ db }) => db.deleteFrom('member_roles').where('user_id', '=', manager.id).execute())
	assert.equal((await install(browser, offer, { guild_id: guildId })).body.code, 50013, 'the right is gone since')
	assert.deepEqual((await rolesIn(server, guildId, lantern.bot.id)).roles, [])
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 404)
})

test('I3 a link can name a guild, and can leave no other', async () => {
	const { server, alice, guildId, lantern, browser } = await world()
	await using _ = server
	const { guild: other } = await server.guild(alice.id, { name: 'Other' })
	const open = await openOffer(browser, link(lantern, { scope: 'bot', guild_id: guildId }))
	assert.deepEqual([open.guild_id, open.guilds.length], [guildId, 2])
	const fixed = await openOffer(
		browser,
		link(lantern, { scope: 'bot', guild_id: guildId, disable_guild_select: 'true' }),
	)
	assert.deepEqual([fixed.disable_guild_select, fixed.guilds.map(({ id }) => id)], [true, [guildId]])
	assert.equal((await install(browser, fixed, { guild_id: other.id })).body.code, 50035)
	assert.equal((await install(browser, fixed, {})).status, 200, 'the refusal has used nothing up')
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 200)
	assert.equal((await install(browser, open, { guild_id: other.id })).status, 200)
	assert.equal((await lantern.bot.get(`/guilds/${other.id}`)).status, 200)
})

test('I4 permissions can be taken away, not added', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const table: [asked: bigint, ticked: string | undefined, given: bigint][] = [
		[PERMISSIONS.SendMessages | PERMISSIONS.BanMembers, bits('SendMessages'), PERMISSIONS.SendMessages],
		[PERMISSIONS.SendMessages, bits('SendMessages', 'Administrator'), PERMISSIONS.SendMessages],
		[PERMISSIONS.SendMessages, '0', 0n],
		[(2n ** 63n) | PERMISSIONS.Connect, undefined, PERMISSIONS.Connect],
		[ALL_PERMISSIONS, undefined, ALL_PERMISSIONS],
	]
	for (const [asked, permissions, given] of table) {
		const offer = await openOffer(browser, link(lantern, { scope: 'bot', permissions: asked.toString() }))
		const { status } = await install(browser, offer, { guild_id: guildId, ...(permissions ? { permissions } : {}) })
		assert.equal(status, 200)
		assert.equal((await rolesIn(server, guildId, lantern.bot.id)).roles[0]?.permissions, given.toString())
	}
	const offer = await openOffer(browser, link(lantern, { scope: 'bot' }))
	assert.equal((await install(browser, offer, { guild_id: guildId, permissions: 'all' })).body.code, 50035)
})

test('I4 a bot that is asked for without permissions has no role until it is asked for with some', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const add = async (permissions: string) =>
		install(browser, await openOffer(browser, link(lantern, { scope: 'bot', permissions })), { guild_id: guildId })
	await add('0')
	assert.deepEqual(await rolesIn(server, guildId, lantern.bot.id), { roles: [], held: [] })
	const heard = server.hear(`guild.${guildId}`)
	await add(bits('Connect'))
	const { roles, held } = await rolesIn(server, guildId, lantern.bot.id)
	assert.deepEqual(held, [roles[0]?.id])
	assert.deepEqual(heard.named('GUILD_MEMBER_ADD'), [], 'it is there already')
	assert.deepEqual(heard.named('GUILD_MEMBER_UPDATE')[0]?.roles, held)
	await add(bits('Speak'))
	assert.equal(heard.named('GUILD_ROLE_UPDATE').at(-1)?.role.permissions, bits('Speak'))
	assert.deepEqual(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE'), [])
})

test('I5 a private application is installed by its owner and their team alone', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const open = await openOffer(browser, link(lantern, { scope: 'bot' }))
	const setPublic = (bot_public: 0 | 1) =>
		server.store.transaction(({ db }) =>
			db.updateTable('applications').set({ bot_public }).where('id', '=', lantern.id).execute(),
		)
	await setPublic(0)
	assert.equal((await install(browser, open, { guild_id: guildId })).body.code, 20012, 'it became private since')
	const page = await browser.get(link(lantern, { scope: 'bot' }))
	assert.deepEqual([page.status, page.location], [400, ''])
	const grant = await browser.get(lantern.url({ scope: 'bot identify' }))
	assert.match(grant.location, /^https:\/\/game\.example\/callback\?error=access_denied/)
	const ownerId = lantern.bot.application.owner_user_id
	const { guild } = await server.guild(ownerId)
	const owner = await browserOf(server, ownerId)
	const offer = await openOffer(owner, link(lantern, { scope: 'bot' }))
	assert.equal((await install(owner, offer, { guild_id: guild.id })).status, 200)
	assert.equal((await browser.get(lantern.url())).status, 200, 'signing in is no installation')

	const [mate, guest] = [await server.person('mate'), await server.person('guest')]
	await server.store.transaction(async (tx) => {
		const teamId = tx.newId()
		await tx.db
			.insertInto('teams')
			.values({ id: teamId, name: 'Keepers', owner_user_id: ownerId, created_at: 0 })
			.execute()
		const seats = [
			{ team_id: teamId, user_id: mate.id, role: 'read_only', state: 2 as const, invited_at: 0 },
			{ team_id: teamId, user_id: guest.id, role: 'admin', state: 1 as const, invited_at: 0 },
		]
		await tx.db.insertInto('team_members').values(seats).execute()
		await tx.db.updateTable('applications').set({ team_id: teamId }).where('id', '=', lantern.id).execute()
	})
	for (const [user, status] of [
		[mate, 200],
		[guest, 400],
	] as const) {
		const page = await (await browserOf(server, user.id)).get(link(lantern, { scope: 'bot' }))
		assert.equal(page.status, status, 'of its team those who have accepted, also to look only')
	}
})

test('I5 rights of moderators need a second step of the owner where the guild asks moderators for one', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	await server.store.transaction(({ db }) =>
		db.updateTable('guilds').set({ mfa_level: 1 }).where('id', '=', guildId).execute(),
	)
	const permissions = bits('KickMembers', 'SendMessages')
	const offer = await openOffer(browser, link(lantern, { scope: 'bot', permissions }))
	assert.equal((await install(browser, offer, { guild_id: guildId })).body.code, 60003)
	assert.equal((await install(browser, offer, { guild_id: guildId, permissions: bits('SendMessages') })).status, 200)
	const again = await openOffer(browser, link(lantern, { scope: 'bot', permissions }))
	await server.store.transaction(({ db }) =>
		db.updateTable('users').set({ has_mfa: 1 }).where('id', '=', lantern.bot.application.owner_user_id).execute(),
	)
	assert.equal((await install(browser, again, { guild_id: guildId })).status, 200)
})

test('I5 a banned bot stays out, and nothing of the attempt is left', async () => {
	const { server, alice, guildId, lantern, browser } = await world()
	await using _ = server
	await server.store.transaction(async (tx) => banUser(tx, await guildAccess(tx, alice.id, guildId), lantern.bot.id))
	const offer = await openOffer(browser, link(lantern, { scope: 'bot', permissions: '8' }))
	assert.equal((await install(browser, offer, { guild_id: guildId })).body.code, 40007)
	assert.deepEqual((await rolesIn(server, guildId, lantern.bot.id)).roles, [])
	assert.deepEqual(await server.store.db.selectFrom('authorizations').selectAll().execute(), [])
})

test('I6 with other scopes it is a code grant: the guild in the redirect and with the tokens', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const permissions = bits('SendMessages')
	const offer = await openOffer(browser, lantern.url({ scope: 'identify bot', permissions }))
	const { body } = await install(browser, offer, { guild_id: guildId })
	const { origin, searchParams } = new URL(body.location)
	assert.equal(origin, 'https://game.example')
	assert.deepEqual([...searchParams.keys()], ['code', 'guild_id', 'permissions', 'state'])
	assert.deepEqual([searchParams.get('guild_id'), searchParams.get('permissions')], [guildId, permissions])
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 200, 'the bot does not wait for the code')
	const tokens = await lantern.redeem(searchParams.get('code') ?? '')
	assert.deepEqual([tokens.body.scope, tokens.body.guild.id], ['identify bot', guildId])
	assert.ok(tokens.body.guild.roles.some(({ tags }: { tags?: { bot_id: string } }) => tags?.bot_id === lantern.bot.id))
	const refreshed = await lantern.refresh(tokens.body.refresh_token)
	assert.equal(refreshed.body.guild, undefined)
})

test('I6 a bot that asks for a code grant comes only when the code is redeemed', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	await server.store.transaction(({ db }) =>
		db.updateTable('applications').set({ bot_require_code_grant: 1 }).where('id', '=', lantern.id).execute(),
	)
	const bare = await browser.get(link(lantern, { scope: 'bot' }))
	assert.deepEqual([bare.status, bare.location], [400, ''])
	const codeOf = async () => {
		const offer = await openOffer(browser, lantern.url({ scope: 'bot', permissions: '8' }))
		const { body } = await install(browser, offer, { guild_id: guildId })
		return new URL(body.location).searchParams.get('code') ?? ''
	}
	const unused = await codeOf()
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 404)
	const { db } = server.store
	await server.store.transaction(({ db }) =>
		db.insertInto('bans').values({ guild_id: guildId, user_id: lantern.bot.id, reason: null, created_at: 0 }).execute(),
	)
	assert.equal((await lantern.redeem(unused)).body.code, 40007)
	assert.deepEqual(await db.selectFrom('access_tokens').selectAll().execute(), [])
	await server.store.transaction(({ db }) => db.deleteFrom('bans').execute())
	const all = await Promise.all(Array.from({ length: 5 }, () => lantern.redeem(unused)))
	assert.deepEqual(
		all.map(({ status }) => status).sort(),
		[200, 400, 400, 400, 400],
		'the refusal left the code as it was',
	)
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 200)
	assert.equal((await rolesIn(server, guildId, lantern.bot.id)).roles[0]?.permissions, '8')
})

test('I7 an installation into the account is counted, and stands in its authorization', async () => {
	const { server, alice, lantern, browser } = await world()
	await using _ = server
	const off = await browser.get(link(lantern, { scope: 'applications.commands', integration_type: '1' }))
	assert.equal(off.status, 400, 'it must be switched on')
	await lantern.bot.patch('/applications/@me', { integration_types_config: { 1: {} } })
	const offer = await openOffer(browser, link(lantern, { scope: 'applications.commands', integration_type: '1' }))
	assert.deepEqual(offer.guilds, [])
	assert.equal((await install(browser, offer, {})).status, 200)
	const [row] = await server.store.db.selectFrom('authorizations').selectAll().execute()
	assert.deepEqual([row?.user_id, row?.scopes, row?.integration_types], [alice.id, '["applications.commands"]', '[1]'])
	const { body } = await lantern.bot.get('/applications/@me')
	assert.deepEqual([body.approximate_user_install_count, body.approximate_guild_count], [1, 0])
	for (const scope of ['bot', 'bot applications.commands']) {
		const { status } = await browser.get(link(lantern, { scope, integration_type: '1' }))
		assert.equal(status, 400, 'a bot comes into guilds only')
	}
	assert.equal(
		(await browser.get(lantern.url({ integration_type: '1' }))).status,
		200,
		'nothing is installed by identify',
	)
})

test('I7 commands without a bot are installed in a guild too', async () => {
	const { server, alice, guildId, lantern, browser } = await world()
	await using _ = server
	const offer = await openOffer(browser, link(lantern, { scope: 'applications.commands' }))
	await install(browser, offer, { guild_id: guildId })
	const rows = await server.store.db.selectFrom('installations').selectAll().execute()
	assert.deepEqual(
		rows.map(({ application_id, user_id, scopes }) => [application_id, user_id, scopes]),
		[[lantern.id, alice.id, '["applications.commands"]']],
	)
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 404)
	assert.equal((await lantern.bot.get('/applications/@me')).body.approximate_user_install_count, 0)
	const both = await openOffer(browser, link(lantern, { scope: 'bot' }))
	await install(browser, both, { guild_id: guildId })
	await lantern.bot.delete(`/users/@me/guilds/${guildId}`)
	assert.deepEqual(await server.store.db.selectFrom('installations').selectAll().execute(), [], 'it goes with its bot')
})

test('I8 the application hears of every yes, and of no silent repetition', async () => {
	const { server, alice, guildId, lantern, browser } = await world()
	await using _ = server
	await listenTo(server, lantern, ['APPLICATION_AUTHORIZED', 'APPLICATION_DEAUTHORIZED'])
	await lantern.bot.patch('/applications/@me', { integration_types_config: { 1: {} } })
	const say = async (url: string, choice = {}) => install(browser, await openOffer(browser, url), choice)
	await say(lantern.url({ scope: 'identify' }))
	await say(lantern.url({ scope: 'identify', response_type: 'token' }))
	await say(link(lantern, { scope: 'bot' }), { guild_id: guildId })
	await say(link(lantern, { scope: 'applications.commands' }), { integration_type: 1 })
	await browser.get(lantern.url({ scope: 'identify', prompt: 'none' }))
	await install(browser, await openOffer(browser, lantern.url()), {}, false)
	const events = await eventsTo(server, lantern)
	assert.deepEqual(
		events.map(({ type, data }) => [type, data.user.id, data.integration_type, data.scopes, data.guild?.id]),
		[
			['APPLICATION_AUTHORIZED', alice.id, undefined, ['identify'], undefined],
			['APPLICATION_AUTHORIZED', alice.id, undefined, ['identify'], undefined],
			['APPLICATION_AUTHORIZED', alice.id, 0, ['bot', 'applications.commands'], guildId],
			['APPLICATION_AUTHORIZED', alice.id, 1, ['applications.commands'], undefined],
		],
	)
})

test('I9 one who says no is told so here, and a form says what is left to choose', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const offer = await openOffer(browser, link(lantern, { scope: 'bot' }))
	const { body } = await install(browser, offer, {}, false)
	assert.match(body.location, /\/oauth2\/authorized\?error=access_denied/)
	assert.match((await browser.get('/oauth2/authorized?error=access_denied')).text, /Nothing was added/)

	const { text } = await browser.get(link(lantern, { scope: 'bot', permissions: bits('Connect', 'Speak') }))
	const fields = { ...hiddenFields(text), authorize: 'true' }
	const first = await browser.submit('/oauth2/authorize', fields)
	assert.equal(first.status, 400)
	assert.match(first.text, /role="alert"/)
	const ticked = { ...fields, ...hiddenFields(first.text), guild_id: guildId, permission_Speak: bits('Speak') }
	const second = await browser.submit('/oauth2/authorize', ticked)
	assert.equal(second.status, 200)
	assert.equal((await rolesIn(server, guildId, lantern.bot.id)).roles[0]?.permissions, bits('Speak'))
})

test('I9 prompt=none does not install', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const say = async (url: string, choice: object) => install(browser, await openOffer(browser, url), choice)
	await say(lantern.url({ scope: 'identify bot' }), { guild_id: guildId })
	assert.equal((await browser.get(lantern.url({ scope: 'identify bot', prompt: 'none' }))).status, 200)
	const quiet = await browser.get(lantern.url({ scope: 'openid bot', prompt: 'none' }))
	assert.match(quiet.location, /error=consent_required/)
	assert.equal((await openBrowser(server).get(link(lantern, { scope: 'bot' }))).status, 302, 'first one signs in')
})

test('a sandbox chooses for a person', async () => {
	const { server, alice, guildId, lantern } = await world()
	await using _ = server
	const { location } = (await server.app.authorize({
		url: link(lantern, { scope: 'bot', permissions: '8' }),
		userId: alice.id,
		decision: { isAllowed: true, guildId, permissions: '0' },
	})) as { location: string }
	assert.equal(location, `${server.config.origin}/oauth2/authorized`)
	assert.equal((await lantern.bot.get(`/guilds/${guildId}`)).status, 200)
})

function hiddenFields(text: string): Record<string, string> {
	const inputs = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
	return Object.fromEntries(inputs.map(([, name, value]) => [name, value?.replaceAll('&amp;', '&')]))
}

test('a choice that is none is refused in words, by script and by form', async () => {
	const { server, guildId, lantern, browser } = await world()
	await using _ = server
	const offer = await openOffer(browser, link(lantern, { scope: 'bot', permissions: '8' }))
	const nobodys = '99999999999999999999'
	const table: object[] = [
		{ guild_id: nobodys },
		{ guild_id: 'x' },
		{ guild_id: [] },
		{ guild_id: guildId, permissions: '-1' },
		{ guild_id: guildId, permissions: {} },
		{ guild_id: guildId, integration_type: 2 },
		{ guild_id: guildId, integration_type: 1 },
		{ webhook_channel_id: nobodys },
	]
	for (const choice of table) {
		const { status, body } = await install(browser, offer, choice)
		assert.deepEqual([status, body.code], [400, 50035], JSON.stringify(choice))
	}
	for (const [permissions, field] of [
		['x', 'permissions'],
		['-1', 'permissions'],
		[nobodys, 'guild_id'],
	] as const) {
		const { status, location } = await browser.get(link(lantern, { scope: 'bot', [field]: permissions }))
		assert.deepEqual([status, location], [400, ''], field)
	}
	const { text } = await browser.get(link(lantern, { scope: 'bot' }))
	for (const fields of [{ guild_id: nobodys }, { guild_id: guildId, integration_type: '7' }, { guild_id: '1' }]) {
		const { status } = await browser.submit('/oauth2/authorize', {
			...hiddenFields(text),
			authorize: 'true',
			...fields,
		})
		assert.ok(status === 200 || (status >= 400 && status < 500), JSON.stringify(fields))
	}
})
