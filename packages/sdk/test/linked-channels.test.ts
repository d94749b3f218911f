/** Guilds, their channels, and lobbies that are linked to one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, DisclosureTypes, LinkedLobby } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { failed, told } from './told.ts'

async function linkable() {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	const guildId = platform.guild(
		'Harbour',
		[alice],
		[
			{ name: 'second', position: 5 },
			{ id: '76', name: 'Text', type: 4, position: 6, isLinkable: false },
			{ id: '77', name: 'first', position: 1, parentId: '76' },
			{ name: 'voice', type: 2, position: 2, isLinkable: false },
			{ name: 'staff', position: 3, isPrivate: true },
			{ name: 'also second', position: 5 },
		],
	)
	platform.guild('Elsewhere', [bob])
	const lobbyId = platform.lobby([alice, bob], { map: 'moon' })
	const client = await platform.play(alice)
	return { platform, alice, bob, client, guildId, lobbyId, [Symbol.dispose]: () => client.Destroy() }
}

test('V10 guilds of the player, and their channels as clients of the platform show them', async () => {
	using play = await linkable()
	const { client, guildId } = play
	const guilds = await client.GetUserGuilds()
	assert.deepEqual(
		guilds.map((guild) => [guild.Id(), guild.Name()]),
		[[BigInt(guildId), 'Harbour']],
	)
	const channels = await client.GetGuildChannels(guildId)
	assert.deepEqual(
		channels.map((channel) => [channel.Name(), channel.Type(), channel.Position(), channel.ParentId()]),
		[
			['staff', ChannelType.GuildText, 3, undefined],
			['second', ChannelType.GuildText, 5, undefined],
			['also second', ChannelType.GuildText, 5, undefined],
			['voice', ChannelType.GuildVoice, 2, undefined],
			['Text', ChannelType.GuildCategory, 6, undefined],
			['first', ChannelType.GuildText, 1, 76n],
		],
	)
	assert.deepEqual(
		channels.map((channel) => [channel.IsLinkable(), channel.IsViewableAndWriteableByAllMembers()]),
		[
			[true, false],
			[true, true],
			[true, true],
			[false, true],
			[false, true],
			[true, true],
		],
	)
	assert.equal(channels[0]?.LinkedLobby(), undefined)
	assert.equal(await failed(client.GetGuildChannels(5)), 'HTTPError 10004')
	assert.match(await failed(client.GetGuildChannels('x')), /^ValidationError guildId: /)
	const channel = channels.at(-1)
	const copy = channel?.copy()
	copy?.SetLinkedLobby({ lobbyId: 1 })
	copy?.SetParentId(null)
	assert.deepEqual([channel?.LinkedLobby(), channel?.ParentId()], [undefined, 76n])
	assert.deepEqual(copy?.LinkedLobby()?.toJSON(), new LinkedLobby({ lobbyId: '1' }).toJSON())
})

test('V5 V6 a member who may links a channel, and what is said is seen there from then on', async () => {
	using play = await linkable()
	const { platform, client, alice, bob, guildId, lobbyId } = play
	const heard = told(client, 'lobbyUpdated')
	const lobby = client.GetLobbyHandle(lobbyId)
	assert.equal(lobby?.LinkedChannel(), undefined)
	assert.equal(await failed(client.LinkChannelToLobby(lobbyId, 77)), 'HTTPError 50001')
	alice.isMember(lobbyId, { flags: 1 })
	await platform.settled()
	assert.equal(lobby?.GetLobbyMemberHandle(alice.id)?.CanLinkLobby(), true)
	const inGame = await client.SendLobbyMessage(lobbyId, 'within the game')
	await client.LinkChannelToLobby(lobbyId, 77)
	const linked = lobby?.LinkedChannel()
	assert.deepEqual([linked?.Id(), linked?.Name(), linked?.GuildId()], [77n, 'first', BigInt(guildId)])
	await platform.settled()
	assert.deepEqual(heard, [`lobbyUpdated ${lobbyId}`])
	const channel = client.GetChannelHandle(77)
	assert.deepEqual([channel?.Id(), channel?.Name(), channel?.Type()], [77n, 'first', ChannelType.GuildText])
	const first = (await client.GetGuildChannels(guildId)).find((one) => one.Id() === 77n)
	assert.deepEqual(
		[first?.IsLinkable(), first?.LinkedLobby()?.LobbyId(), first?.LinkedLobby()?.ApplicationId()],
		[false, BigInt(lobbyId), BigInt(platform.applicationId)],
	)

	const notices: unknown[] = []
	client.on('messageCreated', (id) => notices.push(client.GetMessageHandle(id)?.DisclosureType()))
	const id = await client.SendLobbyMessage(lobbyId, 'see <#77>')
	await client.SendLobbyMessage(lobbyId, 'again')
	await platform.settled()
	assert.deepEqual(
		notices.filter((type) => type !== undefined),
		[DisclosureTypes.MessageDataVisibleOnPlatform],
	)
	assert.equal(client.GetMessageHandle(id)?.Content(), 'see #first')
	assert.equal(client.CanOpenMessageInPlatform(id), true)
	const lobbyChannel = client.GetMessageHandle(inGame)?.Channel()
	assert.deepEqual([lobbyChannel?.Id(), lobbyChannel?.Type()], [BigInt(lobbyId), ChannelType.Lobby])

	const there = bob.says(lobbyId, 'from the guild', { more: { channel_id: '77', flags: 0 } })
	await platform.settled()
	const message = client.GetMessageHandle(there)
	assert.deepEqual(
		[message?.ChannelId(), message?.Channel()?.Name(), message?.Lobby()?.Id(), message?.SentFromGame()],
		[77n, 'first', BigInt(lobbyId), false],
	)

	await client.UnlinkChannelFromLobby(lobbyId)
	assert.equal(lobby?.LinkedChannel(), undefined)
	assert.deepEqual([client.GetChannelHandle(77), client.CanOpenMessageInPlatform(id)], [undefined, false])
	await platform.settled()
	assert.equal(heard.length, 2)
	assert.match(await failed(client.LinkChannelToLobby(lobbyId, 'x')), /^ValidationError channelId: /)
	assert.equal(await failed(client.LinkChannelToLobby(lobbyId, 5)), 'HTTPError 10003')
})

test('members are invited into the guild of the channel', async () => {
	using play = await linkable()
	const { platform, alice, lobbyId } = play
	const shown: string[] = []
	using client = await platform.play(alice, { openUrl: (url) => void shown.push(url), webBase: 'https://play.example' })
	assert.equal(await failed(client.JoinLinkedLobbyGuild(lobbyId, () => {})), 'HTTPError 10003')
	alice.isMember(lobbyId, { flags: 1 })
	await client.LinkChannelToLobby(lobbyId, 77)
	const url = await client.JoinLinkedLobbyGuild(lobbyId, () => {})
	assert.match(url, /^https:\/\/play\.example\/invite\/\w+$/)
	assert.deepEqual(shown, [url])
})
