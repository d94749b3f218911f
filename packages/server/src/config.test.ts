import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { configOf, settingsOf } from './config.ts'
import { configurationPage } from './config-page.ts'
import { SettingProblem } from './settings.ts'

const SAFE = {
	GUILDHALL_DATA_DIR: '/srv/guildhall',
	GUILDHALL_ORIGIN: 'https://play.example.com',
	GUILDHALL_SMTP_URL: 'smtp://127.0.0.1',
}

const problemsOf = (command: 'dev' | 'serve' | 'migrate', env: Record<string, string>): string => {
	try {
		settingsOf(command, { env, flags: {} })
		return ''
	} catch (error) {
		assert.ok(error instanceof SettingProblem)
		return error.message
	}
}

test('the page about configuration is what the settings say', () => {
	const written = readFileSync(new URL('../../../docs/operate/configuration.md', import.meta.url), 'utf8')
	assert.equal(written, configurationPage(), 'npm run configuration writes it anew')
})

test('a flag wins over the variable, and an empty variable counts as not set', () => {
	const env = { GUILDHALL_PORT: '9000', GUILDHALL_HOST: '' }
	assert.equal(settingsOf('dev', { env, flags: {} }).port, 9000)
	assert.equal(settingsOf('dev', { env, flags: { port: '0' } }).port, 0)
	assert.equal(settingsOf('dev', { env, flags: {} }).host, '127.0.0.1')
})

test('everything that is wrong is said at once, by the names of the settings', () => {
	const said = problemsOf('dev', {
		GUILDHALL_PORT: 'abc',
		GUILDHALL_ORIGIN: 'https://x.example/',
		GUILDHALL_LOG: 'all',
	})
	assert.match(said, /GUILDHALL_PORT must be a whole number from 0 to 65535, not "abc"\./)
	assert.match(said, /GUILDHALL_ORIGIN must be an address/)
	assert.match(said, /GUILDHALL_LOG must be one of `debug`/)
})

test('a secret that is wrong is not repeated', () => {
	assert.doesNotMatch(problemsOf('dev', { GUILDHALL_CONTROL_TOKEN: 'hunter2' }), /hunter2/)
	assert.doesNotMatch(problemsOf('serve', { ...SAFE, DATABASE_URL: 'mysql://root:hunter2@db/x' }), /hunter2/)
	assert.doesNotMatch(problemsOf('serve', { ...SAFE, GUILDHALL_SMTP_URL: 'mail://me:hunter2@x' }), /hunter2/)
})

test('a server for players is not started on guesses', () => {
	assert.match(problemsOf('serve', {}), /GUILDHALL_DATA_DIR must name.*\n.*GUILDHALL_ORIGIN must be the public address/)
	assert.match(problemsOf('serve', { ...SAFE, GUILDHALL_ORIGIN: 'http://play.example.com' }), /must be encrypted/)
	assert.match(
		problemsOf('serve', { ...SAFE, GUILDHALL_GATEWAY_URL: 'ws://play.example.com' }),
		/GUILDHALL_GATEWAY_URL/,
	)
	assert.equal(problemsOf('serve', SAFE), '')
	const { GUILDHALL_SMTP_URL: _, ...mailless } = SAFE
	assert.match(problemsOf('serve', mailless), /GUILDHALL_SMTP_URL must name a server of mail/)
	assert.equal(problemsOf('serve', { ...mailless, GUILDHALL_TRUST_MAIL: 'true' }), '')
	assert.equal(problemsOf('serve', { ...mailless, GUILDHALL_REGISTRATION: 'false' }), '')
	const open = { ...SAFE, GUILDHALL_ORIGIN: 'http://10.0.0.5:8080', GUILDHALL_INSECURE_HTTP: 'true' }
	assert.equal(problemsOf('serve', open), '')
	assert.match(problemsOf('migrate', {}), /GUILDHALL_DATA_DIR or DATABASE_URL/)
})

test('addresses follow from the origin, or from where the server listens', () => {
	const dev = configOf('dev', settingsOf('dev', { env: {}, flags: {} }), { host: '0.0.0.0', port: 4321 })
	assert.equal(dev.origin, 'http://127.0.0.1:4321')
	assert.equal(dev.gatewayUrl, 'ws://127.0.0.1:4321')
	const serve = configOf('serve', settingsOf('serve', { env: SAFE, flags: {} }), { host: '127.0.0.1', port: 8080 })
	assert.equal(serve.gatewayUrl, 'wss://play.example.com')
	assert.equal(serve.cdnUrl, 'https://play.example.com')
})

test('a development server keeps what scripts rely on', () => {
	const dev = configOf('dev', settingsOf('dev', { env: {}, flags: {} }), { host: '127.0.0.1', port: 8080 })
	assert.ok(dev.heartbeatIntervalMs <= 25_000)
	assert.ok(dev.maxConcurrency >= 16)
	assert.ok(dev.resumeWindowMs >= 30_000)
})

test('functions of the SDK that are switched off are a list', () => {
	const read = (env: Record<string, string>) =>
		configOf('dev', settingsOf('dev', { env, flags: {} }), { host: '127.0.0.1', port: 8080 }).disabledFunctions
	assert.deepEqual(read({}), [])
	assert.deepEqual(read({ GUILDHALL_DISABLED_FUNCTIONS: 'SendUserMessage, LeaveLobby,' }), [
		'SendUserMessage',
		'LeaveLobby',
	])
})

test('limits against abuse are written as a count and a window, in the largest unit that fits', () => {
	const env = { GUILDHALL_LIMIT_USER_CODE: '7/90s', GUILDHALL_LIMIT_MERGE: '1/2d' }
	const { rates } = configOf('dev', settingsOf('dev', { env, flags: {} }), { host: '127.0.0.1', port: 8080 })
	assert.deepEqual(rates.userCode, { count: 7, seconds: 90 })
	assert.deepEqual(rates.merge, { count: 1, seconds: 172_800 })
	assert.deepEqual(rates.login, { count: 5, seconds: 900 })
	assert.equal(settingsOf('serve', { env: SAFE, flags: {} }).loginLimit, '5/15m')
	for (const wrong of ['', '0/1s', '5', '5/0s', '5/1y', '-1/1s', '1e3/1s', '5/31d', '9999999/1s']) {
		const said = problemsOf('dev', { GUILDHALL_LIMIT_TOKEN: wrong })
		assert.equal(said === '', wrong === '', wrong)
	}
	assert.match(problemsOf('dev', { GUILDHALL_LIMIT_TOKEN: 'often' }), /must be a count and a window, such as `30\/1s`/)
})
