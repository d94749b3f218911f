/** Voice and the platform's local client: what has no service yet checks, keeps, and ends as the README says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type AudioDevice, Call, CallError, CallStatus, Client, ClientThread, LoggingSeverity } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { withTable } from '../tools/readme-table.ts'
import { unserved, unservedTable } from '../tools/unserved.ts'
import { failed, told } from './told.ts'

test('V12 the README lists it, and how it ends', async () => {
	const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
	assert.equal(readme, withTable(readme, await unservedTable()), 'run `npm run readme -w packages/sdk`')
	const outcomes = await unserved()
	assert.deepEqual(outcomes.get('RPCError'), [
		'GetPlatformClientConnectedUser',
		'OpenMessageInPlatform',
		'OpenConnectedGamesSettingsInPlatform',
	])
	assert.deepEqual(outcomes.get('Disabled'), ['SetInputDevice', 'SetOutputDevice'])
})

test('V12 settings are checked at their edges, kept and answered', () => {
	using client = new Client(fakePlatform().options())
	assert.deepEqual(
		[client.GetInputVolume(), client.GetOutputVolume(), client.GetSelfMuteAll(), client.GetSelfDeafAll()],
		[100, 100, false, false],
	)
	for (const volume of [0, 100]) {
		client.SetInputVolume(volume)
		assert.equal(client.GetInputVolume(), volume)
	}
	for (const volume of [0, 200]) {
		client.SetOutputVolume(volume)
		assert.equal(client.GetOutputVolume(), volume)
	}
	client.SetSelfMuteAll(true)
	client.SetSelfDeafAll(true)
	assert.deepEqual([client.GetSelfMuteAll(), client.GetSelfDeafAll()], [true, true])
	for (const wrong of [-1, 101, Number.NaN, '5' as never]) {
		assert.throws(() => client.SetInputVolume(wrong), new RangeError('inputVolume: a number from 0 to 100 is needed'))
	}
	assert.throws(() => client.SetOutputVolume(200.5), new RangeError('outputVolume: a number from 0 to 200 is needed'))
	assert.equal(client.GetInputVolume(), 100)
	for (const dB of [-100, 100]) client.SetNoAudioInputThreshold(dB)
	for (const dB of [-101, 101]) assert.throws(() => client.SetNoAudioInputThreshold(dB), /^RangeError: dBFSThreshold/)
	assert.throws(() => client.SetSelfMuteAll(1 as never), new TypeError('mute: a boolean is needed'))
	assert.throws(() => client.SetNoiseCancellation('on' as never), new TypeError('on: a boolean is needed'))
	assert.throws(() => client.SetThreadPriority(9 as never, 1), /^RangeError: thread/)
	assert.throws(() => client.SetThreadPriority(ClientThread.Voice, 0.5), /^RangeError: priority/)
	assert.throws(() => client.RegisterLaunchSteamApplication(1, -1), /^RangeError: steamAppId/)
	assert.equal(Client.GetDefaultAudioDeviceId(), 'default')
})

test('a call cannot begin: it is invalid, and the log of voice says why, not the general one', () => {
	using client = new Client(fakePlatform().options())
	const general: string[] = []
	const voice: string[] = []
	client.AddLogCallback((line) => general.push(line), LoggingSeverity.Verbose)
	client.AddVoiceLogCallback((line) => voice.push(line), LoggingSeverity.Error)
	const call = client.StartCall(5)
	assert.equal(call.isValid(), false)
	assert.throws(() => call.GetStatus(), new TypeError('Call: invalid object'))
	assert.deepEqual(voice, ['The call of 5 cannot begin: this SDK carries no voice yet'])
	assert.deepEqual(general, [])
	assert.equal(
		client
			.StartCallWithAudioCallbacks(
				'5',
				() => {},
				() => {},
			)
			.isValid(),
		false,
	)
	assert.throws(() => client.StartCallWithAudioCallbacks(5, undefined as never, () => {}), TypeError)
	assert.throws(() => client.StartCall('lobby'), RangeError)
	assert.deepEqual([client.GetCall(5).isValid(), client.GetCalls()], [false, []])
	assert.deepEqual(
		[Call.StatusToString(CallStatus.Connected), Call.ErrorToString(CallError.JoinTimeout)],
		['Connected', 'JoinTimeout'],
	)
})

test('what cannot fail ends once, in its turn, also after the client', async () => {
	const client = new Client(fakePlatform().options({ dispatch: 'manual' }))
	const { RunCallbacks } = await import('../src/index.ts')
	const ends: unknown[] = []
	client.EndCall(5, (...values) => ends.push(values))
	client.GetInputDevices((devices) => ends.push(devices))
	client.GetCurrentOutputDevice((device: AudioDevice) => ends.push(device.isValid()))
	client.IsPlatformAppInstalled((installed) => ends.push(installed))
	assert.deepEqual(ends, [])
	RunCallbacks()
	assert.deepEqual(ends, [[undefined], [], false, false])
	const all = client.EndCalls()
	client.Destroy()
	const devices = client.GetOutputDevices()
	RunCallbacks()
	await all
	assert.deepEqual(await devices, [])
})

test('what has no effect says so once', () => {
	using client = new Client(fakePlatform().options())
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning)
	for (const _ of [1, 2]) assert.equal(client.ShowAudioRoutePicker(), false)
	client.SetAecDump(true)
	assert.deepEqual(lines, ['No effect here: ShowAudioRoutePicker', 'No effect here: SetAecDump'])
})

test('DM14 a game that shows its chat asks for what is so: nothing is sent, and nothing amiss', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning)
	const before = [platform.frames.length, platform.requests.length]
	for (const isShown of [true, false, true]) client.SetShowingChat(isShown)
	await platform.settled()
	assert.deepEqual([platform.frames.length, platform.requests.length], before)
	assert.deepEqual(lines, [])
	const heard = new Promise((resolve) => client.SetMessageCreatedCallback(resolve))
	const written = bob.writes(alice, 'hi')
	assert.equal(String(await heard), written, 'the game itself is told as ever')
	assert.throws(() => client.SetShowingChat(1 as never), TypeError)
})

test('hardware coding is chosen right after construction, or not at all', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	const lines: string[] = []
	client.AddVoiceLogCallback((line) => lines.push(line), LoggingSeverity.Error)
	client.SetOpusHardwareCoding(true, false)
	assert.deepEqual(lines, ['SetOpusHardwareCoding: too late'])
})

test('V6 a message is opened in the platform only where it is one of the platform, and by a full account', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice', { isProvisional: true }), platform.player('bob')]
	using client = await platform.play(alice)
	const inGame = bob.writes(alice, 'hi')
	alice.asks(bob, 'platform')
	bob.asks(alice, 'platform')
	const onPlatform = bob.writes(alice, 'hi')
	await platform.settled()
	assert.equal(
		await failed(client.OpenMessageInPlatform(inGame, () => {})),
		'ValidationError messageId: a message that is on the platform too',
	)
	assert.match(await failed(client.OpenMessageInPlatform(5, () => {})), /^ValidationError messageId/)
	let required = 0
	const refused = failed(client.OpenMessageInPlatform(onPlatform, () => void required++))
	await platform.settled()
	assert.equal(required, 1)
	client.ProvisionalUserMergeCompleted(false)
	assert.match(await refused, /^Aborted /)
	const merged = failed(client.OpenMessageInPlatform(onPlatform, () => client.ProvisionalUserMergeCompleted(true)))
	assert.match(await merged, /^RPCError /)
	assert.match(await failed(client.GetPlatformClientConnectedUser('x')), /^ValidationError applicationId/)
})

test('V11 the call of a lobby is seen by who is not in it', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const lobbyId = String(await client.CreateOrJoinLobby('room'))
	bob.joins('room')
	await platform.settled()
	const lobby = client.GetLobbyHandle(lobbyId)
	assert.equal(lobby?.GetCallInfoHandle(), undefined)
	const heard = told(client, 'voiceParticipantChanged')
	const voice = { lobby_id: lobbyId, channel_id: lobbyId, user_id: bob.id, self_mute: true, self_deaf: false }
	platform.dispatch(alice, 'LOBBY_VOICE_STATE_UPDATE', voice)
	await platform.settled()
	const info = lobby?.GetCallInfoHandle()
	const state = info?.GetVoiceStateHandle(bob.id)
	assert.deepEqual(
		[info?.ChannelId(), info?.GuildId(), info?.GetParticipants(), state?.SelfMute(), state?.SelfDeaf()],
		[BigInt(lobbyId), BigInt(lobbyId), [BigInt(bob.id)], true, false],
	)
	assert.equal(info?.GetVoiceStateHandle(alice.id), undefined)
	platform.dispatch(alice, 'LOBBY_VOICE_STATE_UPDATE', { ...voice, self_mute: false, self_deaf: true })
	bob.isMember(lobbyId, { metadata: { team: 'red' } })
	await client.CreateOrJoinLobbyWithMetadata('room', { map: 'moon' }, {})
	await platform.settled()
	assert.deepEqual([state?.SelfMute(), state?.SelfDeaf()], [false, true], 'a change of the lobby ends no call')
	platform.dispatch(alice, 'LOBBY_VOICE_STATE_UPDATE', { ...voice, channel_id: null })
	platform.dispatch(alice, 'LOBBY_VOICE_STATE_UPDATE', { ...voice, lobby_id: '5' })
	await platform.settled()
	assert.deepEqual([info?.GetParticipants(), state?.SelfMute(), lobby?.GetCallInfoHandle()], [[], false, undefined])
	assert.deepEqual(heard, [
		`voiceParticipantChanged ${lobbyId} ${bob.id} true`,
		`voiceParticipantChanged ${lobbyId} ${bob.id} false`,
	])
})
