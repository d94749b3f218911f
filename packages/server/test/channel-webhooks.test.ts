/** Webhooks of channels: given at a consent, made by bots, and what they post. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { upload } from './home.ts'
import { install, openOffer } from './installing.ts'
import { browserOf, codeFor, game } from './oauth.ts'
import { bits, home, PIXEL } from './people.ts'
import { type TestServer, testServer } from './server.ts'

async function world() {
	const server = await testServer()
	const place = await home(server)
	const lantern = await game(server)
	return { server, ...place, lantern, browser: await browserOf(server, place.owner.id) }
}

const hooks = (server: TestServer) => server.store.db.selectFrom('channel_webhooks').selectAll().execute()

test('I10 a webhook is chosen at the consent, made when the code is redeemed, and posts', async () => {
	const { server, guildId, textId, voiceId, lantern, browser, bot } = await world()
	await using _ = server
	const offer = await openOffer(browser, lantern.url({ scope: 'identify webhook.incoming' }))
	assert.deepEqual(
		offer.webhook_channels.map(({ id, guild_id }) => [id, guild_id]),
		[[textId, guildId]],
	)
	assert.equal((await install(browser, offer, {})).body.errors.webhook_channel_id._errors[0].code, 'BASE_TYPE_REQUIRED')
	assert.equal((await install(browser, offer, { webhook_channel_id: voiceId })).body.code, 50024)
	const { body } = await install(browser, offer, { webhook_channel_id: textId })
	const code = new URL(body.location).searchParams.get('code') ?? ''
	assert.deepEqual(await hooks(server), [], 'a code that nobody redeems leaves none')
	const heard = server.hear(`guild.${guildId}`)
	const all = await Promise.all(Array.from({ length: 4 }, () => lantern.redeem(code)))
	const { webhook, scope } = all.find(({ status }) => status === 200)?.body ?? {}
	assert.equal(scope, 'identify webhook.incoming')
	const { id, token, url, ...rest } = webhook
	assert.deepEqual(rest, {
		type: 1,
		name: 'Lantern',
		avatar: null,
		channel_id: textId,
		guild_id: guildId,
		application_id: lantern.id,
	})
	assert.match(token, /^[\w-]{68}$/, 'clients take just so many characters from an address')
	assert.equal(url, `${server.config.origin}/api/webhooks/${id}/${token}`)
	assert.equal((await hooks(server)).length, 1)
	assert.deepEqual(heard.named('WEBHOOKS_UPDATE'), [{ guild_id: guildId, channel_id: textId }])

	const path = `/webhooks/${id}/${token}`
	const quiet = await server.nobody.post(path, { content: 'the lamp is lit' })
	assert.deepEqual([quiet.status, quiet.body], [204, undefined])
	const posted = await server.nobody.post(`${path}?wait=true`, { content: 'again', username: 'Keeper' })
	assert.equal(posted.status, 200)
	assert.deepEqual(
		[posted.body.webhook_id, posted.body.application_id, posted.body.author.username, posted.body.author.bot],
		[id, lantern.id, 'Keeper', true],
	)
	const [first, second] = heard.named('MESSAGE_CREATE')
	assert.deepEqual(
		[first.content, first.author.username, first.author.discriminator],
		['the lamp is lit', 'Lantern', '0000'],
	)
	assert.deepEqual([second.webhook_id, second.member], [id, undefined])
	const listed = await bot.get(`/channels/${textId}/messages`)
	assert.deepEqual(
		listed.body.map((message: { author: { username: string } }) => message.author.username),
		['Keeper', 'Lantern'],
	)
})

test('I10 whoever lost the right meanwhile gives no webhook, and the code stays as it was', async () => {
	const { server, guildId, textId, lantern } = await world()
	await using _ = server
	const mia = await server.person('mia')
	const { roles } = await server.guild(mia.id, { name: 'Hers' })
	assert.ok(roles)
	await server.join(guildId, mia.id)
	const everyone = (permissions: string) =>
		server.store.transaction(({ db }) =>
			db.updateTable('roles').set({ permissions }).where('id', '=', guildId).execute(),
		)
	const before = await server.store.db
		.selectFrom('roles')
		.select('permissions')
		.where('id', '=', guildId)
		.executeTakeFirstOrThrow()
	const browser = await browserOf(server, mia.id)
	const plain = await openOffer(browser, lantern.url({ scope: 'webhook.incoming', guild_id: guildId }))
	assert.ok(!plain.webhook_channels.some(({ id }) => id === textId))
	assert.equal((await install(browser, plain, { webhook_channel_id: textId })).body.code, 50013)
	await everyone(bits('ViewChannel', 'ManageWebhooks'))
	const { body } = await install(browser, plain, { webhook_channel_id: textId })
	const code = new URL(body.location).searchParams.get('code') ?? ''
	await everyone(before.permissions)
	assert.equal((await lantern.redeem(code)).body.code, 50013)
	await everyone(bits('ViewChannel', 'ManageWebhooks'))
	assert.equal((await lantern.redeem(code)).status, 200)
})

test('I10 a bot and a webhook come into the same guild', async () => {
	const { server, owner, guildId, textId, lantern, browser } = await world()
	await using _ = server
	const { channels } = await server.guild(owner.id, { name: 'Other' })
	const otherId = channels.find(({ type }) => type === 0)?.id ?? ''
	const url = lantern.url({ scope: 'bot webhook.incoming', guild_id: guildId, disable_guild_select: 'true' })
	const fixed = await openOffer(browser, url)
	assert.deepEqual(
		fixed.webhook_channels.map(({ id }) => id),
		[textId],
	)
	assert.equal((await install(browser, fixed, { webhook_channel_id: otherId })).body.code, 50035)
	const open = await openOffer(browser, lantern.url({ scope: 'bot webhook.incoming' }))
	assert.equal(open.webhook_channels.length, 2)
	const { body } = await install(browser, open, { webhook_channel_id: textId })
	const { searchParams } = new URL(body.location)
	assert.equal(searchParams.get('guild_id'), guildId)
	const tokens = await lantern.redeem(searchParams.get('code') ?? '')
	assert.deepEqual([tokens.body.guild.id, tokens.body.webhook.channel_id], [guildId, textId])
	for (const response_type of ['token']) {
		const { location } = await browser.get(lantern.url({ scope: 'webhook.incoming', response_type }))
		assert.match(location, /error=invalid_scope/)
	}
})

test('a bot makes, moves, lists and removes webhooks', async () => {
	const { server, guildId, textId, bot } = await world()
	await using _ = server
	const made = await bot.post(`/channels/${textId}/webhooks`, { name: '  News   desk ', avatar: PIXEL })
	assert.equal(made.status, 200)
	assert.deepEqual([made.body.name, made.body.user.id, made.body.application_id], ['News desk', bot.id, bot.id])
	assert.equal(
		(await server.nobody.get(`http://127.0.0.1:8080/avatars/${made.body.id}/${made.body.avatar}.png`)).status,
		200,
	)
	for (const path of [`/channels/${textId}/webhooks`, `/guilds/${guildId}/webhooks`]) {
		assert.deepEqual((await bot.get(path)).body, [made.body])
	}
	const channel = await bot.post(`/guilds/${guildId}/channels`, { name: 'other' })
	const moved = await bot.patch(`/webhooks/${made.body.id}`, {
		channel_id: channel.body.id,
		name: 'Desk',
		avatar: null,
	})
	assert.deepEqual([moved.body.channel_id, moved.body.name, moved.body.avatar], [channel.body.id, 'Desk', null])
	assert.equal((await bot.get(`/webhooks/${made.body.id}`)).body.token, made.body.token)
	const log = await bot.get(`/guilds/${guildId}/audit-logs`)
	assert.deepEqual(
		log.body.audit_log_entries.slice(0, 3).map((entry: { action_type: number }) => entry.action_type),
		[51, 10, 50],
	)
	assert.deepEqual(
		log.body.webhooks.map(({ id, token }: { id: string; token?: string }) => [id, token]),
		[[made.body.id, undefined]],
	)
	assert.equal((await bot.delete(`/webhooks/${made.body.id}`)).status, 204)
	assert.equal((await bot.get(`/webhooks/${made.body.id}`)).body.code, 10015)
	for (const name of ['', 'x'.repeat(81), 'Clyde', '   ']) {
		assert.equal((await bot.post(`/channels/${textId}/webhooks`, { name })).body.code, 50035, name)
	}
	const wrong = await bot.post(`/channels/${textId}/webhooks`, { name: 'x', avatar: 'data:image/png;base64,AAAA' })
	assert.equal(wrong.body.code, 50035)
	assert.deepEqual(await hooks(server), [])
	for (let count = 0; count < 15; count++) await bot.post(`/channels/${textId}/webhooks`, { name: `n${count}` })
	assert.equal((await bot.post(`/channels/${textId}/webhooks`, { name: 'one more' })).body.code, 30007)
	assert.equal((await bot.get(`/users/${(await hooks(server))[0]?.id}`)).status, 404, 'a webhook is nobody')
})

test('a post with files is answered with its message, waited for or not', async () => {
	const { server, textId, bot } = await world()
	await using _ = server
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	const files = [{ name: 'files[0]', filename: 'map.txt', type: 'text/plain', content: 'here' }]
	for (const wait of ['', '?wait=false']) {
		const path = `/webhooks/${webhook.id}/${webhook.token}${wait}`
		const { status, body } = await upload(server.nobody, 'POST', path, {}, files)
		assert.deepEqual([status, body.attachments[0].filename], [200, 'map.txt'])
		assert.equal((await server.nobody.post(path, { content: 'no file' })).status, 204)
	}
})

test('whoever has the token changes and removes the webhook, and what it posted; nobody else does', async () => {
	const { server, textId, bot } = await world()
	await using _ = server
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	const { body: other } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Other' })
	const path = `/webhooks/${webhook.id}/${webhook.token}`
	const { nobody } = server
	assert.equal((await nobody.get(`/webhooks/${webhook.id}/${other.token}`)).body.code, 50027)
	assert.equal((await nobody.post(`/webhooks/${webhook.id}/guess`, { content: 'x' })).status, 401)
	assert.equal((await nobody.get(`/webhooks/${textId}/${webhook.token}`)).body.code, 10015)
	const seen = await nobody.get(path)
	assert.deepEqual([seen.body.user, seen.body.token], [undefined, webhook.token])
	assert.equal((await nobody.patch(path, { name: 'Night desk', channel_id: '1' })).body.name, 'Night desk')

	const { body: message } = await nobody.post(`${path}?wait=true`, { content: 'first' })
	const messagePath = `${path}/messages/${message.id}`
	assert.equal((await nobody.get(messagePath)).body.content, 'first')
	assert.equal((await nobody.patch(messagePath, { content: 'second' })).body.content, 'second')
	const foreign = `/webhooks/${other.id}/${other.token}/messages/${message.id}`
	assert.equal((await nobody.get(foreign)).body.code, 10008)
	assert.equal((await nobody.delete(foreign)).body.code, 10008)
	const { body: said } = await bot.post(`/channels/${textId}/messages`, { content: 'mine' })
	assert.equal((await nobody.patch(`${path}/messages/${said.id}`, { content: 'x' })).body.code, 10008)
	assert.equal((await nobody.delete(messagePath)).status, 204)
	assert.equal((await nobody.delete(path)).status, 204)
	assert.equal((await nobody.post(path, { content: 'late' })).body.code, 10015)
})

test('what a webhook may say, and whom it names', async () => {
	const { server, owner, textId, bot } = await world()
	await using _ = server
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	const path = `/webhooks/${webhook.id}/${webhook.token}?wait=true`
	const say = (body: object) => server.nobody.post(path, body)
	assert.equal((await say({})).body.code, 50006)
	assert.equal((await say({ content: 'x'.repeat(2001) })).body.code, 50035)
	assert.equal((await say({ content: 'x', username: 'discord' })).body.code, 50035)
	assert.equal((await say({ content: 'x', thread_name: 'new' })).body.code, 220003)
	assert.equal((await server.nobody.post(`${path}&thread_id=${textId}`, { content: 'x' })).body.code, 10003)
	const embeds = await say({ embeds: [{ title: 'Tonight' }] })
	assert.equal(embeds.body.embeds[0].title, 'Tonight')
	const plain = await say({ content: `<@${owner.id}> @everyone` })
	assert.deepEqual([plain.body.mentions.length, plain.body.mention_everyone], [1, false])
	const loud = await say({ content: '@everyone', allowed_mentions: { parse: ['everyone'] } })
	assert.equal(loud.body.mention_everyone, true)
	assert.equal((await say({ content: 'x', avatar_url: 'http://127.0.0.1:9/none.png' })).body.author.avatar, null)
})

test('a picture that avatar_url leads to is kept here', async () => {
	const { server, textId, bot } = await world()
	await using _ = server
	const pictures = createServer((_request, response) => {
		response.setHeader('content-type', 'image/png').end(Buffer.from(PIXEL.split(',')[1] ?? '', 'base64'))
	})
	await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
	const { port } = pictures.address() as AddressInfo
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	const { body } = await server.nobody.post(`/webhooks/${webhook.id}/${webhook.token}?wait=true`, {
		content: 'x',
		avatar_url: `http://127.0.0.1:${port}/face.png`,
	})
	pictures.close()
	assert.match(body.author.avatar, /^[0-9a-f]{32}$/)
	assert.equal(
		(await server.nobody.get(`http://127.0.0.1:8080/avatars/${webhook.id}/${body.author.avatar}.png`)).status,
		200,
	)
})

test('webhooks go with their channel', async () => {
	const { server, textId, bot, lantern, browser } = await world()
	await using _ = server
	await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	const code = await codeFor(browser, lantern.url())
	assert.equal((await lantern.redeem(code)).body.webhook, undefined)
	await bot.delete(`/channels/${textId}`)
	assert.deepEqual(await hooks(server), [])
})
