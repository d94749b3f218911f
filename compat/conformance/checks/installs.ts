/** Applications on their way into guilds and accounts. */
import assert from 'node:assert/strict'
import { answerIn } from '../browser.ts'
import { check } from '../check.ts'
import { CALLBACK, type Game, game, type Person, person, tokensOf } from '../game.ts'
import { formOf } from '../http.ts'
import type { Stage } from '../stage.ts'

const MANAGE_GUILD = '32'
const SEND_MESSAGES = '2048'
const BAN_MEMBERS = '4'

const link = ({ id }: Game, fields: Record<string, string> = {}) =>
	`/oauth2/authorize?${formOf({ client_id: id, ...fields })}`

async function install({ browser }: Person, url: string, choice: object = {}) {
	const offer = await browser.ask('GET', `/api${url}`)
	if (!offer.json?.request) return offer
	return browser.ask(
		'POST',
		'/api/oauth2/authorize',
		{ request: offer.json.request, authorize: true, ...choice },
		{ 'x-csrf-token': offer.json.csrf_token },
	)
}

/** Whether the application's bot is in the guild. */
async function isIn(stage: Stage, { botToken }: Game, guildId: string): Promise<boolean> {
	const headers = { authorization: `Bot ${botToken}` }
	return (await stage.send('GET', `/api/v10/guilds/${guildId}`, { headers })).status === 200
}

/** The permissions of the role that a bot has of its own. */
async function roleOf(stage: Stage, { id, botToken }: Game, guildId: string): Promise<string | undefined> {
	const headers = { authorization: `Bot ${botToken}` }
	const { json } = await stage.send('GET', `/api/v10/guilds/${guildId}/roles`, { headers })
	return json.find(({ tags }: { tags?: { bot_id?: string } }) => tags?.bot_id === id)?.permissions
}

async function world(stage: Stage, order: Parameters<typeof game>[1] = {}) {
	const lantern = await game(stage, order)
	const alice = await person(stage)
	const member = await person(stage)
	const guild = await stage.order('guild', {
		ownerId: alice.id,
		member: { userId: member.id, permissions: SEND_MESSAGES },
	})
	return { lantern, alice, member, guild }
}

export const INSTALLS = [
	check(
		'1.6 a link with bot brings it into a guild, and ends on this site',
		['1.6 bot', '1.2 install link'],
		async (stage) => {
			const { lantern, alice, guild } = await world(stage)
			const { status, json } = await install(alice, link(lantern, { scope: 'bot', permissions: SEND_MESSAGES }), {
				guild_id: guild.id,
			})
			assert.deepEqual([status, json.location], [200, `${stage.origin}/oauth2/authorized`])
			assert.equal(await isIn(stage, lantern, guild.id), true)
			assert.equal(await roleOf(stage, lantern, guild.id), SEND_MESSAGES)
		},
	),

	check('1.2 a link with the id alone takes the settings of the application', ['1.2 install link'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		const { json } = await alice.browser.ask('GET', `/api${link(lantern)}`)
		assert.deepEqual(json.installs[0].scopes.toSorted(), ['applications.commands', 'bot'])
		assert.equal((await install(alice, link(lantern), { guild_id: guild.id })).status, 200)
		assert.equal(await isIn(stage, lantern, guild.id), true)
	}),

	check(
		'6 a bot comes only where one may bring it, at the moment of deciding',
		['1.6 bot', '6 bot without right'],
		async (stage) => {
			const { lantern, alice, member, guild } = await world(stage)
			const stranger = await person(stage)
			for (const one of [member, stranger]) {
				assert.notEqual((await install(one, link(lantern, { scope: 'bot' }), { guild_id: guild.id })).status, 200)
				assert.equal(await isIn(stage, lantern, guild.id), false)
			}
			const manager = await person(stage)
			const other = await stage.order('guild', {
				ownerId: alice.id,
				member: { userId: manager.id, permissions: MANAGE_GUILD },
			})
			assert.equal((await install(manager, link(lantern, { scope: 'bot' }), { guild_id: other.id })).status, 200)
			assert.equal(await isIn(stage, lantern, other.id), true)
		},
	),

	check('6 a pinned guild stays the one', ['1.6 pinned guild', '6 bot without right'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		const other = await stage.order('guild', { ownerId: alice.id })
		const url = link(lantern, { scope: 'bot', guild_id: guild.id, disable_guild_select: 'true' })
		assert.equal((await install(alice, url, { guild_id: other.id })).status, 400)
		assert.equal(await isIn(stage, lantern, other.id), false)
		assert.equal((await install(alice, url, {})).status, 200)
		assert.equal(await isIn(stage, lantern, guild.id), true)
	}),

	check('6 permissions can be taken away and not added', ['1.6 permissions', '6 scope escalation'], async (stage) => {
		for (const [asked, ticked, given] of [
			[String(2048 + 4), SEND_MESSAGES, SEND_MESSAGES],
			[SEND_MESSAGES, String(2048 + 8), SEND_MESSAGES],
		] as const) {
			const { lantern, alice, guild } = await world(stage)
			await install(alice, link(lantern, { scope: 'bot', permissions: asked }), {
				guild_id: guild.id,
				permissions: ticked,
			})
			assert.equal(await roleOf(stage, lantern, guild.id), given)
		}
	}),

	check(
		'6 a private application is installed by its owner alone',
		['1.6 private bot', '6 bot without right'],
		async (stage) => {
			const { lantern, alice, guild } = await world(stage)
			await stage.order('installing', { id: lantern.id, isPublic: false })
			assert.notEqual((await install(alice, link(lantern, { scope: 'bot' }), { guild_id: guild.id })).status, 200)
			assert.equal(await isIn(stage, lantern, guild.id), false)
			const own = await game(stage, { ownerId: alice.id })
			await stage.order('installing', { id: own.id, isPublic: false })
			assert.equal((await install(alice, link(own, { scope: 'bot' }), { guild_id: guild.id })).status, 200)
		},
	),

	check(
		'1.6 where moderators need a second step, elevated bits need it of the owner',
		['1.6 second step', '6 bot without right'],
		async (stage) => {
			const { lantern, alice } = await world(stage)
			const guild = await stage.order('guild', { ownerId: alice.id, needsSecondStep: true })
			assert.notEqual(
				(await install(alice, link(lantern, { scope: 'bot', permissions: BAN_MEMBERS }), { guild_id: guild.id }))
					.status,
				200,
			)
			assert.equal(await isIn(stage, lantern, guild.id), false)
			assert.equal(
				(await install(alice, link(lantern, { scope: 'bot', permissions: SEND_MESSAGES }), { guild_id: guild.id }))
					.status,
				200,
			)
		},
	),

	check('1.6 with further scopes it is a whole code grant', ['1.6 code with bot'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		const { json } = await install(alice, lantern.url({ scope: 'bot identify', permissions: SEND_MESSAGES }), {
			guild_id: guild.id,
		})
		assert.ok(json.location.startsWith(`${CALLBACK}?`), json.location)
		const answer = answerIn(json.location)
		assert.deepEqual([answer.get('guild_id'), answer.get('permissions')], [guild.id, SEND_MESSAGES])
		const tokens = await lantern.redeem(answer.get('code') ?? '')
		assert.equal(tokens.json.guild.id, guild.id)
		assert.equal(await isIn(stage, lantern, guild.id), true)
	}),

	check('1.6 a bot that waits for its code comes with it', ['1.6 code required'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		await stage.order('installing', { id: lantern.id, waitsForCode: true })
		const { json } = await install(alice, lantern.url({ scope: 'bot identify' }), { guild_id: guild.id })
		assert.equal(await isIn(stage, lantern, guild.id), false)
		tokensOf(await lantern.redeem(answerIn(json.location).get('code') ?? ''))
		assert.equal(await isIn(stage, lantern, guild.id), true)
	}),

	check(
		'1.6 an application comes into an account, where it is meant for that',
		['1.6 account', '1.2 integration_type'],
		async (stage) => {
			const { lantern, alice } = await world(stage)
			const url = link(lantern, { integration_type: '1', scope: 'applications.commands' })
			assert.notEqual((await install(alice, url)).status, 200, 'not switched on')
			const config = { 0: {}, 1: { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } } }
			await stage.send('PATCH', '/api/v10/applications/@me', {
				headers: { authorization: `Bot ${lantern.botToken}`, 'content-type': 'application/json' },
				body: JSON.stringify({ integration_types_config: config }),
			})
			assert.equal((await install(alice, url)).status, 200)
			assert.notEqual((await install(alice, link(lantern, { integration_type: '1', scope: 'bot' }))).status, 200)
		},
	),

	check('1.6 a webhook is made with the redemption, and not before', ['1.6 webhook'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		const { json } = await install(alice, lantern.url({ scope: 'webhook.incoming' }), {
			webhook_channel_id: guild.channelId,
		})
		const tokens = await lantern.redeem(answerIn(json.location).get('code') ?? '')
		assert.equal(tokens.status, 200, tokens.text)
		const { webhook } = tokens.json
		assert.deepEqual(
			[webhook.channel_id, webhook.guild_id, webhook.application_id],
			[guild.channelId, guild.id, lantern.id],
		)
		const { status } = await stage.send('GET', `/api/v10/webhooks/${webhook.id}/${webhook.token}`)
		assert.ok(status === 200 || status === 404, 'nobody needs more than its token')
		const member = await person(stage)
		assert.notEqual(
			(await install(member, lantern.url({ scope: 'webhook.incoming' }), { webhook_channel_id: guild.channelId }))
				.status,
			200,
		)
	}),

	check('1.5 prompt=none never brings a bot or a webhook', ['1.5 prompt=none', '1.6 bot'], async (stage) => {
		const { lantern, alice, guild } = await world(stage)
		await install(alice, lantern.url({ scope: 'bot identify' }), { guild_id: guild.id })
		assert.equal(
			(await alice.browser.open(lantern.url({ scope: 'bot identify', prompt: 'none', guild_id: guild.id }))).status,
			200,
		)
	}),
]
