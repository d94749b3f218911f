/** S22: what the platform has switched off, READY says. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { SocialSdkError } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { failed, told } from './told.ts'

test('S22 a function that READY names is Disabled, and nothing is sent', async () => {
	const platform = fakePlatform()
	platform.disable('CreateOrJoinLobby')
	using client = await platform.play(platform.player('alice'))
	const before = platform.requests.length
	const error = await client.CreateOrJoinLobby('room').catch((failed: SocialSdkError) => failed)
	assert.equal(String(error), 'SocialSdkError: Disabled: The platform has disabled CreateOrJoinLobby')
	assert.equal((error as SocialSdkError).retryable, false)
	const given = await new Promise<unknown[]>((done) => client.CreateOrJoinLobby('room', (...all) => done(all)))
	assert.equal(String((given[0] as { ToString(): string }).ToString()), (error as SocialSdkError).message)
	assert.equal(given[1], 0n)
	assert.equal(platform.requests.length, before)
	assert.match(String(await client.CreateOrJoinLobbyWithMetadata('room', {}, {})), /^\d+$/, 'another function')
})

test('S22 the next READY says anew what is', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	const join = () => failed(client.CreateOrJoinLobby('room'))
	platform.disable('CreateOrJoinLobby')
	assert.equal(await join(), 'done', 'not before the client hears of it')
	platform.drop()
	await platform.advance(60_000)
	assert.equal(await join(), 'done', 'a session that is taken up again has no READY')
	platform.forget()
	platform.drop(4009)
	await platform.advance(60_000)
	assert.equal(await join(), 'Disabled The platform has disabled CreateOrJoinLobby')
	platform.disable()
	platform.forget()
	platform.drop(4009)
	await platform.advance(60_000)
	assert.equal(await join(), 'done')
})

test('S22 a destroyed client says that, and arguments are not looked at', async () => {
	const platform = fakePlatform()
	platform.disable('LeaveLobby')
	const client = await platform.play(platform.player('alice'))
	assert.match(await failed(client.LeaveLobby('no id')), /^Disabled/)
	client.Destroy()
	assert.match(await failed(client.LeaveLobby('no id')), /^ClientDestroyed/)
})

/** Every method of a client with a promise form, but for those that cannot fail. */
function operations(): string[] {
	const sources = globSync(fileURLToPath(new URL('../src/client/*-calls.ts', import.meta.url)))
	const names = sources
		.map((source) => readFileSync(source, 'utf8'))
		.flatMap((text) => [...text.matchAll(/^\t(\w+)\((?:[^()]|\([^()]*\))*options\?: CallOptions,?\s*\): Promise/gm)])
		.map(([, name = '']) => name)
	const infallible = /^(EndCalls?|Get(Current)?(In|Out)putDevices?|IsPlatformAppInstalled)$/
	return names.filter((name) => !infallible.test(name))
}

test('S22 every operation goes by its name', async () => {
	const names = operations()
	assert.equal(names.length, 56)
	const platform = fakePlatform()
	platform.disable(...names)
	using client = await platform.play(platform.player('alice'))
	const before = platform.requests.length
	for (const name of names) {
		const operation = (client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]
		assert.ok(operation, name)
		assert.equal(await failed(operation.call(client)), `Disabled The platform has disabled ${name}`)
	}
	assert.equal(platform.requests.length, before)
})

test('S22 a dispatch that READY names is not heard', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	platform.disable('LOBBY_MESSAGE_CREATE', 'ACTIVITY_JOIN')
	using client = await platform.play(alice)
	const heard = told(client, 'messageCreated', 'lobbyMemberAdded', 'activityJoin')
	const lobbyId = String(await client.CreateOrJoinLobby('room'))
	bob.says(bob.joins('room'), 'hello')
	platform.dispatch(alice, 'ACTIVITY_JOIN', { application_id: platform.applicationId, secret: 'secret' })
	await platform.settled()
	assert.deepEqual(heard, [`lobbyMemberAdded ${lobbyId} ${bob.id}`])
})
