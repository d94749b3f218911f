import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect, promisify } from 'node:util'
import { AuthorizationTokenType, Client, ClientCreateOptions, LoggingSeverity, SocialSdkError } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'

const story = fileURLToPath(new URL('log-story.ts', import.meta.url))

test('a debug build says so first, says a lot, and none of it is secret', async () => {
	const conditions = ['--conditions=source', '--conditions=development']
	const { stdout } = await promisify(execFile)(process.execPath, [...conditions, story])
	const { lines, secrets }: { lines: string[]; secrets: string[] } = JSON.parse(stdout)
	assert.match(lines[0] ?? '', /^3 .*debug build/)
	for (const expected of [/^1 GET \/oauth2\/@me answered 200/, /^2 Status Ready/, /^3 \w+: .*\[redacted\]/]) {
		assert.ok(
			lines.some((line) => expected.test(line)),
			String(expected),
		)
	}
	const log = lines.join('\n')
	assert.equal(secrets.length, 5)
	for (const secret of secrets) assert.ok(!log.includes(secret), secret)
})

test('a token never appears in a log line, whatever it looks like and whatever the platform answers', async () => {
	const secrets = fileURLToPath(new URL('secrets-story.ts', import.meta.url))
	const conditions = ['--conditions=source', '--conditions=development']
	const { stdout } = await promisify(execFile)(process.execPath, [...conditions, secrets])
	assert.ok(Number(stdout) > 600, 'it has much to say')
})

test('Y10 no secret of a lobby or a party is in the log, in an error, or in what handles show', async () => {
	const secrets = fileURLToPath(new URL('spoken-secrets-story.ts', import.meta.url))
	const conditions = ['--conditions=source', '--conditions=development']
	const { stdout } = await promisify(execFile)(process.execPath, [...conditions, secrets])
	assert.ok(Number(stdout) > 5000, 'it has much to say')
})

test('Y10 the token is kept from the log however many secrets came after it', async () => {
	const platform = fakePlatform()
	const alice = platform.player('alice')
	const token = alice.token()
	const lines: string[] = []
	using client = new Client(platform.options())
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning)
	await client.UpdateToken(AuthorizationTokenType.Bearer, token)
	client.Connect()
	await platform.settled()
	for (let room = 0; room < 90; room++) await client.CreateOrJoinLobby(`room-${room}`)
	platform.answer('PUT /lobbies', { status: 400, body: { message: `${token} and room-89, but not room-0`, code: 1 } })
	const error = await client.CreateOrJoinLobby('more').catch((failed: SocialSdkError) => failed)
	assert.ok(error instanceof SocialSdkError)
	assert.equal(error.result.Error(), '[redacted] and [redacted], but not room-0')
	assert.match(lines.at(-1) ?? '', /\[redacted\] and \[redacted\]/)
	assert.ok(!JSON.stringify([error, lines]).includes(token))
})

test('Y10 an answer that is no JSON is quoted without what looks like a token', async () => {
	const options = {
		apiBase: 'https://play.example/api',
		fetch: async () => new Response('access_token=a1b2c3d4e5f6&expires_in=9'),
	}
	using client = new Client(new ClientCreateOptions(options))
	const error = await client.RefreshToken(1, 'refresh-me-please').catch((failed: SocialSdkError) => failed)
	assert.ok(error instanceof SocialSdkError)
	assert.equal(error.result.ResponseBody(), 'access_token=[redacted]&expires_in=9')
	assert.ok(!inspect(error, { depth: 9 }).includes('a1b2c3d4e5f6'))
})

test('SetLogDir writes a file anew, from its severity on', () => {
	const folder = mkdtempSync(join(tmpdir(), 'socialsdk-log-'))
	try {
		using client = new Client(new ClientCreateOptions({ cpuAffinityMask: 1n }))
		assert.equal(client.SetLogDir(folder, LoggingSeverity.Warning), true)
		client.Connect()
		const file = join(folder, 'socialsdk.log')
		assert.match(
			readFileSync(file, 'utf8'),
			/^\S+Z Warning No effect here: cpuAffinityMask\n\S+Z Error Connect without/,
		)
		assert.equal(client.SetLogDir(folder, LoggingSeverity.Error), true)
		client.Connect()
		assert.match(readFileSync(file, 'utf8'), /^\S+Z Error Connect without a token[^\n]*\n$/)
		assert.equal(client.SetLogDir(folder, LoggingSeverity.None), true)
		client.Connect()
		assert.equal(readFileSync(file, 'utf8').split('\n').length, 2)
		assert.equal(client.SetLogDir(join(folder, 'nowhere'), LoggingSeverity.Error), false)
	} finally {
		rmSync(folder, { recursive: true })
	}
})
