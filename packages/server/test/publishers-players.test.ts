/** What players of a publisher have in its games: what they write to each other, and what is said of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setParent } from '../src/domain/applications/publishers.ts'
import { befriend, enter, history, outcome, said, write } from './direct.ts'
import { type Arcade, arcade, type Player } from './players.ts'
import { type Client, type TestServer, testServer } from './server.ts'

interface House {
	publisher: Arcade
	lantern: Arcade
	beacon: Arcade
	/** Somebody with an account, in both games. */
	arrive(name: string): Promise<Everywhere>
	/** Somebody's token for a game, for the one that they have for the publisher. */
	into(game: Arcade, player: Player): Promise<Client>
}

/** The same person, as they play each of the games. */
interface Everywhere {
	id: string
	inLantern: Client
	inBeacon: Client
}

async function house(server: TestServer): Promise<House> {
	const publisher = await arcade(server, 'Publisher')
	const [lantern, beacon] = [
		await arcade(server, 'Lantern', { redirectUris: [] }),
		await arcade(server, 'Beacon', { redirectUris: [] }),
	]
	for (const { id } of [lantern, beacon]) await server.store.transaction((tx) => setParent(tx, id, publisher.id))
	await publisher.settled()
	async function into(game: Arcade, { id, token }: Player): Promise<Client> {
		const { status, body } = await server.nobody.post('/partner-sdk/child-token', {
			...{ parent_access_token: token, child_application_id: game.id },
			parent_client_secret: publisher.bot.clientSecret,
		})
		assert.equal(status, 200, JSON.stringify(body))
		return server.as(id, `Bearer ${body.access_token}`)
	}
	return {
		...{ publisher, lantern, beacon, into },
		async arrive(name) {
			const player = await publisher.playerOf(
				await publisher.redeem(await publisher.code(await publisher.person(name))),
			)
			return { id: player.id, inLantern: await into(lantern, player), inBeacon: await into(beacon, player) }
		},
	}
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
type Shown = any

test('DM15 what is of the platform is heard in each game of a publisher, and says where it was written', async () => {
	await using server = await testServer()
	const { publisher, lantern, beacon, arrive } = await house(server)
	const [ada, ben] = [await arrive('ada'), await arrive('ben')]
	await befriend(ada.inLantern, ben.inBeacon)
	await using hers = await enter(server, ada.inLantern)
	await using his = await enter(server, ben.inBeacon)
	const metadata = { quest: '7' }
	const sent = await ada.inLantern.post(`/users/${ben.id}/messages`, { content: 'come over', metadata })
	const origin = ({ application_id, parent_application_id }: Shown) => [application_id, parent_application_id]
	assert.deepEqual([sent.status, sent.body.channel.type, sent.body.metadata], [200, 1, metadata])
	const [heard] = await said(his, 'MESSAGE_CREATE')
	for (const message of [sent.body, heard]) assert.deepEqual(origin(message), [lantern.id, publisher.id])
	// What a game keeps with a message is its own.
	assert.ok(!('metadata' in heard))
	const [past] = (await ben.inBeacon.get(`/users/${ada.id}/messages`)).body
	assert.deepEqual([past.id, origin(past), 'metadata' in past], [sent.body.id, [lantern.id, publisher.id], false])
	assert.deepEqual((await ben.inLantern.get(`/users/${ada.id}/messages`)).body[0].metadata, metadata)
	const summaries = [{ user_id: ada.id, last_message_id: sent.body.id }]
	assert.deepEqual((await ben.inBeacon.get('/partner-sdk/users/@me/channels')).body, summaries)
	await using again = await enter(server, ben.inBeacon)
	const channels = (await said(again, 'READY'))[0].private_channels.map(({ id }: { id: string }) => id)
	assert.deepEqual(channels, [sent.body.channel_id])

	// Moderation is the business of the game that it was written in.
	const moderate = ({ bot }: Arcade) =>
		bot.put(`/partner-sdk/dms/${ada.id}/${ben.id}/messages/${sent.body.id}/moderation-metadata`, { action: 'hide' })
	assert.equal((await moderate(beacon)).body.code, 20012)
	assert.equal((await moderate(publisher)).body.code, 10008)
	assert.equal((await moderate(lantern)).status, 204)
	assert.deepEqual((await said(hers, 'MESSAGE_UPDATE'))[0].moderation_metadata, { action: 'hide' })
	assert.deepEqual(await said(his, 'MESSAGE_UPDATE'), [])

	// Its author changes it from either game; what the one keeps, from there alone.
	const path = `/users/${ben.id}/messages/${sent.body.id}`
	assert.equal((await ada.inBeacon.patch(path, { content: 'x', metadata: {} })).body.code, 20012)
	assert.equal(
		(await ben.inBeacon.patch(`/users/${ada.id}/messages/${sent.body.id}`, { content: 'x' })).body.code,
		50005,
	)
	assert.equal((await ada.inBeacon.patch(path, { content: 'stay away' })).status, 200)
	for (const session of [hers, his]) {
		const update = (await said(session, 'MESSAGE_UPDATE')).at(-1)
		assert.deepEqual([update.content, origin(update)], ['stay away', [lantern.id, publisher.id]])
		assert.ok(!('moderation_metadata' in update))
	}
	assert.equal((await ada.inBeacon.delete(path)).status, 204)
	for (const session of [hers, his]) assert.equal((await said(session, 'MESSAGE_DELETE'))[0].id, sent.body.id)
	// A game that is below nobody has no publisher.
	const [eve, fay] = [await server.player('eve'), await server.player('fay')]
	await befriend(eve, fay)
	assert.ok(!('parent_application_id' in (await eve.post(`/users/${fay.id}/messages`, { content: 'hi' })).body))
})

test('DM15 what is of one game alone is not heard in the others of its publisher', async () => {
	await using server = await testServer()
	const { publisher, lantern, arrive } = await house(server)
	const [ada, ben] = [await arrive('ada'), await arrive('ben')]
	await using _hers = await enter(server, ada.inLantern)
	const elsewhere = await enter(server, ben.inBeacon)
	// Strangers who play different games of the publisher do not play the same game.
	assert.equal(await outcome(ada.inLantern, ben), 50007)
	await using here = await enter(server, ben.inLantern)
	await write(ada.inLantern, ben, 'psst')
	const [heard] = await said(here, 'MESSAGE_CREATE')
	assert.deepEqual(
		[heard.channel_id, heard.application_id, heard.parent_application_id],
		[ada.id, lantern.id, publisher.id],
	)
	assert.deepEqual(await said(elsewhere, 'MESSAGE_CREATE'), [])
	assert.deepEqual(await history(ben.inLantern, ada), ['psst'])
	assert.deepEqual(await history(ben.inBeacon, ada), [])
	assert.deepEqual((await ben.inBeacon.get('/partner-sdk/users/@me/channels')).body, [])
	// Friends within the games write whichever of them the other one plays; it waits where it was written.
	here.ws.close(1000)
	await here.closed
	await befriend(ada.inLantern, ben.inBeacon, 'game-relationships')
	assert.equal(await outcome(ada.inLantern, ben, { content: 'see you' }), 18)
	assert.deepEqual(await said(elsewhere, 'MESSAGE_CREATE'), [])
	assert.deepEqual(await history(ben.inLantern, ada), ['see you', 'psst'])
	assert.deepEqual(await history(ben.inBeacon, ada), [])
	await elsewhere[Symbol.asyncDispose]()
})

const profileOf = ({ bot }: Arcade, { id }: { id: string }, externalId: string) =>
	`/applications/${bot.id}/users/${id}/identities/${externalId}/profile`

test('N15 each game of a publisher says its own of a player whom the publisher knows', async () => {
	await using server = await testServer()
	const { publisher, lantern, beacon, arrive, into } = await house(server)
	const hero = await publisher.vouch('hero-1')
	const [heroInLantern, heroInBeacon] = [await into(lantern, hero), await into(beacon, hero)]
	const ben = await arrive('ben')
	await befriend(heroInLantern, ben.inBeacon, 'game-relationships')
	await using here = await enter(server, ben.inLantern)
	await using there = await enter(server, ben.inBeacon)
	const say = (game: Arcade, username: string, externalId = 'hero-1') =>
		game.bot.patch(profileOf(game, hero, externalId), { username })
	// The name that the publisher knows is the player's in all of its games.
	assert.equal((await say(lantern, 'Sir Hero', 'somebody')).body.code, 10013)
	assert.deepEqual([(await say(lantern, 'Sir Hero')).status, (await say(beacon, 'Helmsman')).status], [201, 201])
	assert.equal((await say(publisher, 'Customer 1')).status, 201)
	const shownTo = async (reader: Client) => {
		const { body } = await reader.get(`/users/${hero.id}/application-identities?with_profiles=true`)
		return body.identities.map((one: Shown) => [one.provider_issued_user_id, one.profile.username])
	}
	assert.deepEqual(await shownTo(ben.inLantern), [['hero-1', 'Sir Hero']])
	assert.deepEqual(await shownTo(ben.inBeacon), [['hero-1', 'Helmsman']])
	const told = async (session: typeof here) =>
		(await said(session, 'USER_APPLICATION_IDENTITY_UPDATE')).map((one) => [one.application_id, one.username])
	assert.deepEqual(await told(here), [[lantern.id, 'Sir Hero']])
	assert.deepEqual(await told(there), [[beacon.id, 'Helmsman']])
	await using again = await enter(server, ben.inBeacon)
	assert.equal((await said(again, 'READY'))[0].user_application_profiles[hero.id][0].username, 'Helmsman')

	// Whose account a player is, each game may ask of its own.
	const named = (game: Arcade) =>
		game.bot
			.get(`/applications/${game.id}/application-identities/DISCORD_BOT/hero-1`)
			.then(({ body }) => body.identities)
	for (const game of [publisher, lantern, beacon]) {
		assert.deepEqual(
			(await named(game)).map(({ user_id }: Shown) => user_id),
			[hero.id],
		)
	}

	// A game forgets what it has said itself. The player, and what others say, is not its own.
	const forget = (game: Arcade) =>
		game.bot.post(`/users/${hero.id}/application-identities/${game.id}/DISCORD_BOT/hero-1/delete`, {})
	assert.equal((await forget(lantern)).status, 204)
	assert.deepEqual((await told(here)).at(-1), [lantern.id, null])
	assert.equal((await forget(lantern)).body.code, 10013)
	assert.deepEqual(await shownTo(ben.inLantern), [['hero-1', null]])
	assert.deepEqual(await shownTo(ben.inBeacon), [['hero-1', 'Helmsman']])
	assert.equal((await heroInBeacon.get('/users/@me')).status, 200)
	// The publisher forgets the player, in all of its games.
	assert.equal((await forget(publisher)).status, 204)
	for (const [session, game] of [
		[here, lantern],
		[there, beacon],
	] as const) {
		const removed = (await said(session, 'USER_APPLICATION_IDENTITY_REMOVE')).map((one) => [
			one.application_id,
			one.user_id,
			one.provider_issued_user_id,
		])
		assert.deepEqual(removed, [[game.id, hero.id, 'hero-1']])
	}
	assert.equal((await heroInBeacon.get('/users/@me')).status, 401)
	assert.deepEqual(await named(beacon), [])
})

test('N12 N15 what games of a publisher say of a player goes with them, and ends with what the publisher was allowed', async () => {
	await using server = await testServer()
	const { publisher, lantern, beacon, into } = await house(server)
	const hero = await publisher.vouch('hero-1')
	for (const game of [lantern, beacon]) await game.bot.patch(profileOf(game, hero, 'hero-1'), { username: game.bot.id })
	const ada = await publisher.link(await publisher.person('ada'), hero)
	for (const game of [lantern, beacon]) {
		assert.equal((await game.bot.get(profileOf(game, ada, 'hero-1'))).body.username, game.bot.id)
		assert.equal((await game.bot.get(profileOf(game, hero, 'hero-1'))).body.code, 10013)
	}
	assert.equal((await publisher.unmerge('hero-1')).status, 204)
	await publisher.settled()
	const after = await publisher.vouch('hero-1')
	for (const game of [lantern, beacon]) {
		assert.equal((await game.bot.get(profileOf(game, after, 'hero-1'))).body.username, game.bot.id)
	}
	// One whom a game alone has named: each game by a name of its own.
	const ben = await publisher.playerOf(await publisher.redeem(await publisher.code(await publisher.person('ben'))))
	await into(lantern, ben)
	assert.equal((await lantern.bot.patch(profileOf(lantern, ben, 'l-7'), {})).status, 201)
	assert.equal((await beacon.bot.patch(profileOf(beacon, ben, 'b-7'), {})).status, 201)
	const form = new URLSearchParams({
		...{ token: ben.token, client_id: publisher.id },
		client_secret: publisher.bot.clientSecret,
	}).toString()
	const headers = { 'content-type': 'application/x-www-form-urlencoded' }
	assert.equal((await server.nobody.call('POST', '/oauth2/token/revoke', form, headers)).status, 200)
	for (const [game, name] of [
		[lantern, 'l-7'],
		[beacon, 'b-7'],
	] as const) {
		assert.equal((await game.bot.get(profileOf(game, ben, name))).body.code, 10013)
	}
})
