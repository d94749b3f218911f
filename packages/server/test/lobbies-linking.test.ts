import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PermissionName } from '@guildhall/protocol'
import { deleteApplication } from '../src/domain/applications/delete.ts'
import { SOCIAL, stage } from './linked-stage.ts'
import { bits } from './people.ts'
import { testServer } from './server.ts'

const leafOf = (body: { errors?: { channel_id?: { _errors: { code: string }[] } } }) =>
	body.errors?.channel_id?._errors.map(({ code }) => code)

test('L26 L28 a member with the flag links the lobby to a channel, and ends that', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, guildId, game, ada, ben, bot } = await stage(server)
	const [inLobby, inGuild] = [server.hear(`lobby.${lobbyId}`), server.hear(`guild.${guildId}`)]
	const linked = await link(textId)
	assert.equal(linked.status, 200)
	assert.equal(linked.body.linked_channel.id, textId)
	const shown = {
		application_id: game.id,
		lobby_id: lobbyId,
		linked_by: ada.id,
		linked_at: linked.body.linked_channel.linked_lobby.linked_at,
		require_application_authorization: false,
	}
	assert.deepEqual(linked.body.linked_channel.linked_lobby, shown)
	assert.equal(inLobby.named('LOBBY_UPDATE')[0].linked_channel.id, textId)
	assert.deepEqual(inGuild.named('CHANNEL_UPDATE')[0].linked_lobby, shown)
	assert.deepEqual((await bot.get(`/channels/${textId}`)).body.linked_lobby, shown)
	assert.equal((await game.get(`/lobbies/${lobbyId}`)).body.linked_channel.id, textId)
	// Once more is no change.
	assert.equal((await link(textId)).status, 200)
	assert.equal(inLobby.named('LOBBY_UPDATE').length, 1)

	// The channel shows one of the lobby's flags.
	await game.patch(`/lobbies/${lobbyId}`, { flags: 1 })
	assert.deepEqual(inGuild.named('CHANNEL_UPDATE')[1].linked_lobby, {
		...shown,
		require_application_authorization: true,
	})
	await game.patch(`/lobbies/${lobbyId}`, { flags: 0 })
	assert.deepEqual((await bot.get(`/channels/${textId}`)).body.linked_lobby, shown)

	const ended = await ada.call('PATCH', `/lobbies/${lobbyId}/channel-linking`)
	assert.equal(ended.status, 200)
	assert.equal('linked_channel' in ended.body, false)
	assert.equal('linked_channel' in inLobby.named('LOBBY_UPDATE').at(-1), false)
	assert.equal('linked_lobby' in inGuild.named('CHANNEL_UPDATE').at(-1), false)
	assert.equal((await link(null)).status, 200)
	assert.equal((await link(textId, ben)).body.code, 50001)
})

test('L26 another channel replaces the one before', async () => {
	await using server = await testServer()
	const { link, textId, guildId, bot } = await stage(server)
	const { body: second } = await bot.post(`/guilds/${guildId}/channels`, { name: 'second' })
	await link(textId)
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await link(second.id)).body.linked_channel.id, second.id)
	assert.deepEqual(
		heard.named('CHANNEL_UPDATE').map((channel) => [channel.id, 'linked_lobby' in channel]),
		[
			[textId, false],
			[second.id, true],
		],
	)
	assert.equal('linked_lobby' in (await bot.get(`/channels/${textId}`)).body, false)
})

test('L27 what cannot be linked is refused', async () => {
	await using server = await testServer()
	const { link, textId, voiceId, textCategoryId, guildId, bot, game, ada, ben, lobbyId } = await stage(server)
	const make = async (body: object) => (await bot.post(`/guilds/${guildId}/channels`, body)).body.id as string
	const denied = async (...names: PermissionName[]) =>
		make({ name: names.join('-'), permission_overwrites: [{ id: ada.id, type: 1, allow: '0', deny: bits(...names) }] })
	const cases: [string, number, number, string][] = [
		['no channel', 404, 10003, '1'],
		['voice', 400, 50024, voiceId],
		['a category', 400, 50024, textCategoryId],
		['age-restricted', 403, 20009, await make({ name: 'late', nsfw: true })],
		['hidden', 403, 50001, await denied('ViewChannel')],
		['silent', 403, 50013, await denied('SendMessages')],
		['not hers', 403, 50013, await denied('ManageChannels')],
	]
	const foreign = await server.guild(ben.id, { name: 'Elsewhere' })
	cases.push(['of another guild', 403, 50001, foreign.channels.find(({ type }) => type === 0)?.id ?? ''])
	for (const [what, status, code, channelId] of cases) {
		const refused = await link(channelId)
		assert.deepEqual([refused.status, refused.body.code], [status, code], what)
	}
	assert.equal((await link('x')).body.code, 50035)

	// Linked to another lobby.
	const { body: other } = await game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }] })
	await ada.patch(`/lobbies/${other.id}/channel-linking`, { channel_id: textId })
	assert.deepEqual(leafOf((await link(textId)).body), ['CHANNEL_ALREADY_LINKED'])

	// A lobby by secret, with the flag given by the game.
	const { body: secret } = await ada.put('/lobbies', { secret: 'finals' })
	await game.put(`/lobbies/${secret.id}/members/${ada.id}`, { flags: 1 })
	const unfit = await ada.patch(`/lobbies/${secret.id}/channel-linking`, { channel_id: textId })
	assert.deepEqual(leafOf(unfit.body), ['LOBBY_NOT_LINKABLE'])

	// Strangers, other games, bots.
	const stranger = await server.player('cleo', SOCIAL, game.application)
	assert.equal((await link(textId, stranger)).body.code, 50001)
	assert.equal((await link(textId, await server.player('dora'))).body.code, 10031)
	assert.equal((await game.patch(`/lobbies/${lobbyId}/channel-linking`, {})).body.code, 20001)
	await ada.patch(`/lobbies/${other.id}/channel-linking`, {})
	await game.put(`/lobbies/${lobbyId}/members/${ada.id}`, { flags: 0 })
	assert.equal((await link(textId)).body.code, 50001)
	assert.equal((await link(null)).body.code, 50001)
})

test('L26 of two lobbies that want one channel at once, one gets it', async () => {
	await using server = await testServer()
	const { textId, game, ada } = await stage(server)
	const lobbies = await Promise.all(
		Array.from(
			{ length: 5 },
			async () => (await game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }] })).body.id,
		),
	)
	const answers = await Promise.all(
		lobbies.map((id) => ada.patch(`/lobbies/${id}/channel-linking`, { channel_id: textId })),
	)
	assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
})

test('L29 a link ends from the side of the guild, and with the channel or the lobby', async () => {
	await using server = await testServer()
	const { link, textId, guildId, lobbyId, bot, game } = await stage(server)
	const linkedOf = async () => (await game.get(`/lobbies/${lobbyId}`)).body.linked_channel?.id
	await link(textId)
	const stranger = await server.bot('Stranger')
	await server.join(guildId, stranger.id)
	assert.equal((await stranger.delete(`/channels/${textId}/linked-lobby`)).body.code, 50013)
	const heard = server.hear(`lobby.${lobbyId}`)
	assert.equal((await bot.delete(`/channels/${textId}/linked-lobby`)).status, 204)
	assert.equal((await bot.delete(`/channels/${textId}/linked-lobby`)).status, 204)
	assert.equal(await linkedOf(), undefined)
	assert.equal(heard.named('LOBBY_UPDATE').length, 1)

	await link(textId)
	const restricted = await bot.patch(`/channels/${textId}`, { nsfw: true })
	assert.equal(restricted.body.nsfw, true)
	assert.equal('linked_lobby' in restricted.body, false)
	assert.equal(await linkedOf(), undefined)
	await bot.patch(`/channels/${textId}`, { nsfw: false })

	await link(textId)
	assert.equal((await bot.delete(`/channels/${textId}`)).status, 200)
	assert.equal(await linkedOf(), undefined)
	assert.equal('linked_channel' in heard.named('LOBBY_UPDATE').at(-1), false)

	const { body: next } = await bot.post(`/guilds/${guildId}/channels`, { name: 'next' })
	await link(next.id)
	await game.delete(`/lobbies/${lobbyId}`)
	assert.equal('linked_lobby' in (await bot.get(`/channels/${next.id}`)).body, false)
})

test('L29 a link ends with the game', async () => {
	await using server = await testServer()
	const { link, textId, guildId, bot, game } = await stage(server)
	await link(textId)
	const heard = server.hear(`guild.${guildId}`)
	await server.store.transaction((tx) => deleteApplication(tx, game.application.owner_user_id, game.id))
	await server.app.worker.idle()
	assert.equal('linked_lobby' in (await bot.get(`/channels/${textId}`)).body, false)
	assert.equal(heard.named('CHANNEL_UPDATE').length, 1)
	assert.deepEqual(await server.store.db.selectFrom('lobbies').select('id').execute(), [])
})

test('L22 a linked lobby is not removed for being idle; its time begins when the link ends', async () => {
	await using server = await testServer()
	const { link, textId, lobbyId, game } = await stage(server)
	await link(textId)
	await server.advance(3_600_000)
	assert.equal((await game.get(`/lobbies/${lobbyId}`)).status, 200)
	await link(null)
	await server.advance(299_000)
	assert.equal((await game.get(`/lobbies/${lobbyId}`)).status, 200)
	await server.advance(1_000)
	assert.equal((await game.get(`/lobbies/${lobbyId}`)).status, 404)
})

test('L33 a player reads the channels that can be linked, in the order of a client', async () => {
	await using server = await testServer()
	const { ada, ben, bot, guildId, textId, voiceId, textCategoryId, link } = await stage(server)
	const { body: lone } = await bot.post(`/guilds/${guildId}/channels`, { name: 'lone', position: 9 })
	const { body: loud } = await bot.post(`/guilds/${guildId}/channels`, { name: 'loud', type: 2, position: 0 })
	const { body: hidden } = await bot.post(`/guilds/${guildId}/channels`, {
		name: 'hidden',
		permission_overwrites: [{ id: guildId, type: 0, allow: '0', deny: bits('ViewChannel') }],
	})
	const { body: quiet } = await bot.post(`/guilds/${guildId}/channels`, {
		name: 'quiet',
		parent_id: textCategoryId,
		permission_overwrites: [{ id: bot.id, type: 1, allow: '0', deny: bits('SendMessages') }],
	})
	const { body: plain } = await ada.get(`/guilds/${guildId}/channels`)
	const voiceCategory = plain.find(({ name }: { name: string }) => name === 'Voice Channels').id
	assert.deepEqual(
		plain.map(({ id }: { id: string }) => id),
		[lone.id, loud.id, textCategoryId, textId, quiet.id, voiceCategory, voiceId],
	)
	assert.ok(plain.every((channel: object) => !('is_linkable' in channel)))
	const read = async () => {
		const { body } = await ada.get(`/guilds/${guildId}/channels?with_can_link_lobby=true`)
		return new Map(
			body.map((channel: Record<string, unknown>) => [
				channel.id,
				[channel.is_linkable, channel.is_viewable_and_writeable_by_all_members],
			]),
		)
	}
	const facts = await read()
	assert.deepEqual(facts.get(textId), [true, true])
	assert.deepEqual(facts.get(voiceId), [false, true])
	assert.deepEqual(facts.get(quiet.id), [true, false])
	assert.equal(facts.has(hidden.id), false)
	await link(textId)
	assert.deepEqual((await read()).get(textId), [false, true])
	// Whoever cannot see the guild, or holds less, reads nothing.
	assert.equal((await ben.get(`/guilds/${guildId}/channels`)).body.code, 10004)
	const less = await server.player('less', ['identify'])
	assert.equal((await less.get(`/guilds/${guildId}/channels`)).body.code, 50026)
	const { body: guilds } = await ada.get('/users/@me/guilds')
	assert.deepEqual(
		guilds.map(({ id, name }: { id: string; name: string }) => [id, name]),
		[[guildId, 'Home']],
	)
	await bot.patch(`/guilds/${guildId}/roles/${guildId}`, { permissions: bits('ViewChannel') })
	assert.deepEqual((await read()).get(textId), [false, false])
})

test('L34 J13 a member is invited to the guild of the linked channel', async () => {
	await using server = await testServer()
	const { link, textId, guildId, lobbyId, ada, ben, bot, game } = await stage(server)
	const mine = `/lobbies/${lobbyId}/members/@me/invites`
	assert.deepEqual((await ben.post(mine)).body.code, 10003)
	await link(textId)
	const heard = server.hear(`guild.${guildId}`)
	const made = await ben.post(mine)
	assert.deepEqual([made.status, Object.keys(made.body)], [200, ['code']])
	const { code } = made.body
	const { max_uses, max_age, inviter } = heard.named('INVITE_CREATE')[0]
	assert.deepEqual([max_uses, max_age, inviter.id], [1, 3600, game.id])
	// INVITES_DISABLED does not stop it; other people it does not let in.
	const { features } = (await bot.get(`/guilds/${guildId}`)).body
	await bot.patch(`/guilds/${guildId}`, { features: [...features, 'INVITES_DISABLED'] })
	const cleo = await server.player('cleo', SOCIAL, game.application)
	assert.equal((await cleo.post(`/invites/${code}`)).body.code, 50020)
	assert.equal((await ben.post(`/invites/${code}`)).body.new_member, true)
	assert.equal((await ben.post(`/invites/${code}`)).body.code, 10006)

	// The server of the game asks for a member.
	const theirs = await game.post(`/lobbies/${lobbyId}/members/${ada.id}/invites`)
	assert.equal(theirs.status, 200)
	await server.advance(3_600_000)
	assert.equal((await ada.post(`/invites/${theirs.body.code}`)).body.code, 10006)

	assert.equal((await cleo.post(mine)).body.code, 50001)
	assert.equal((await game.post(`/lobbies/${lobbyId}/members/${cleo.id}/invites`)).body.code, 50001)
	assert.equal((await game.post(`/lobbies/${lobbyId}/members/1/invites`)).body.code, 10013)
	assert.equal((await game.post('/lobbies/1/members/1/invites')).body.code, 10031)
	assert.equal((await bot.post(`/lobbies/${lobbyId}/members/${ada.id}/invites`)).body.code, 10031)
	const { body: provisional } = await game.post('/partner-sdk/token/bot', { external_user_id: 'kid' })
	const kid = server.as('', `Bearer ${provisional.access_token}`)
	const { body: me } = await kid.get('/users/@me')
	await game.put(`/lobbies/${lobbyId}/members/${me.id}`, {})
	assert.equal((await kid.post(mine)).body.code, 50001)
})
