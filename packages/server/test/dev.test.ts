/** A development server, from outside: the process, its fixture, its control. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test } from 'node:test'
import { FIXTURE_SHAPE, misfits } from './fixture-shape.ts'
import { type Running, run, startDev, startServe, temporaryFolder } from './process.ts'

suite('a running studio', () => {
	const folder = temporaryFolder()
	let dev: Running
	before(async () => {
		dev = await startDev(folder.path)
	})
	after(async () => {
		await dev[Symbol.asyncDispose]()
		folder[Symbol.dispose]()
	})

	test('the page names the site, the logins and the fixture', () => {
		assert.match(dev.page, new RegExp(`Site +${dev.fixture.origin}`))
		assert.match(dev.page, /alice +\S{10,}/)
		assert.match(dev.page, new RegExp(`Game +${dev.fixture.game_url}`))
		assert.equal(dev.fixturePath, join(folder.path, 'fixture.json'))
	})

	test('the fixture has the promised shape, for its owner alone', () => {
		assert.deepEqual(misfits(dev.fixture, FIXTURE_SHAPE), [])
		assert.equal(statSync(dev.fixturePath).mode & 0o777, 0o600)
		assert.equal(dev.fixture.bots.length, 3)
		assert.equal(dev.fixture.users.length, 3)
		assert.equal(dev.fixture.big_guild.member_count, 1104)
	})

	test('the game is a site of its own', async () => {
		const { game_url: game, origin, bots } = dev.fixture
		assert.notEqual(game, origin)
		assert.match(await (await fetch(game)).text(), /<title>Harbor Lights<\/title>/)
		const config = (await (await fetch(`${game}/config.json`)).json()) as { applicationId: string }
		assert.equal(config.applicationId, bots[0].application.id)
	})

	test('every token in the fixture works', async () => {
		for (const { token, user_id } of dev.fixture.bots) {
			const { status, body } = await dev.api('GET', '/users/@me', `Bot ${token}`)
			assert.deepEqual([status, body.id, body.bot], [200, user_id, true])
		}
		for (const { access_token, id, username } of dev.fixture.users) {
			const { status, body } = await dev.api('GET', '/users/@me', `Bearer ${access_token}`)
			assert.deepEqual([status, body.id, body.username, body.verified], [200, id, username, true])
		}
		const { user_id, access_token } = dev.fixture.narrow_token
		const { status, body } = await dev.api('GET', '/users/@me', `Bearer ${access_token}`)
		assert.deepEqual([status, body.id, body.email], [200, user_id, undefined])
	})

	test('the guild is as the fixture says', async () => {
		const { guild, bots, users } = dev.fixture
		const asAdministrator = `Bot ${bots[0].token}`
		const { body } = await dev.api('GET', `/guilds/${guild.id}`, asAdministrator)
		assert.equal(body.owner_id, users[0].id)
		assert.ok(body.features.includes('COMMUNITY'))
		const channels = (await dev.api('GET', `/guilds/${guild.id}/channels`, asAdministrator)).body
		const typeOf = (id: string) => channels.find((channel: { id: string }) => channel.id === id)?.type
		assert.deepEqual(
			['text', 'other_text', 'announcement', 'voice', 'other_voice', 'stage', 'forum'].map((name) =>
				typeOf(guild[`${name}_channel_id`]),
			),
			[0, 0, 5, 2, 2, 13, 15],
		)
		assert.equal(typeOf(guild.category_id), 4)
		const forum = channels.find((channel: { id: string }) => channel.id === guild.forum_channel_id)
		assert.equal(forum.available_tags.length, 1)
		const named = await dev.api('GET', `/guilds/${guild.id}/members/search?query=member&limit=100`, asAdministrator)
		assert.ok(named.body.length >= 7)
	})

	test('both shards of two have a guild of the second bot', () => {
		const shards = [dev.fixture.guild.id, ...dev.fixture.other_guild_ids].map((id) => (BigInt(id) >> 22n) % 2n)
		assert.equal(new Set(shards).size, 2)
	})

	test('the control opens to its token alone', async () => {
		const { status, body } = await dev.control('clock.advance', { ms: 1 }, 'guess')
		assert.deepEqual([status, body.message], [401, '401: Unauthorized'])
	})

	test('an unknown verb is answered with those that exist', async () => {
		const { status, body } = await dev.control('moon.eclipse', {})
		assert.equal(status, 404)
		assert.ok(body.verbs.includes('message.create'))
	})

	test('a body that does not fit is refused in the form of the wire', async () => {
		const { status, body } = await dev.control('message.create', { as: 'alice' })
		assert.deepEqual([status, body.code], [400, 50035])
		assert.ok(body.errors.channel_id)
	})

	test('message.create and reaction.add act as a person, with the errors of a person', async () => {
		const { guild, bots, users } = dev.fixture
		const bob = users[1].id
		const created = await dev.control('message.create', {
			as: bob,
			channel_id: guild.text_channel_id,
			message: { content: 'Ahoy!' },
		})
		assert.deepEqual([created.status, created.body.author.id, created.body.content], [200, bob, 'Ahoy!'])
		const reacted = await dev.control('reaction.add', {
			as: bob,
			channel_id: guild.text_channel_id,
			message_id: created.body.id,
			emoji: '🔥',
		})
		assert.deepEqual([reacted.status, reacted.body], [200, {}])
		const path = `/channels/${guild.text_channel_id}/messages/${created.body.id}`
		const message = await dev.api('GET', path, `Bot ${bots[0].token}`)
		assert.equal(message.body.reactions[0].count, 1)
		const empty = await dev.control('message.create', { as: bob, channel_id: guild.text_channel_id, message: {} })
		assert.deepEqual([empty.status, empty.body.code], [400, 50006])
		const stranger = await dev.control('message.create', { as: '123', channel_id: guild.text_channel_id, message: {} })
		assert.deepEqual([stranger.status, stranger.body.code], [404, 10013])
	})

	test('oauth.authorize signs in, consents or refuses as a person', async () => {
		const { bots, users, oauth, redirect_uri } = dev.fixture
		const { id, client_secret } = bots[0].application
		const query = { response_type: 'code', client_id: id, redirect_uri, scope: 'identify guilds', state: 'x y' }
		const url = `${oauth.authorize_url}?${new URLSearchParams(query)}`
		const granted = await dev.control('oauth.authorize', { as: users[1].id, url })
		const location = new URL(granted.body.location)
		assert.equal(location.searchParams.get('state'), 'x y')
		const redeemed = await fetch(oauth.token_url, {
			method: 'POST',
			headers: { authorization: `Basic ${Buffer.from(`${id}:${client_secret}`).toString('base64')}` },
			body: new URLSearchParams({
				grant_type: 'authorization_code',
				code: location.searchParams.get('code') ?? '',
				redirect_uri,
			}),
		})
		const { access_token, scope } = (await redeemed.json()) as { access_token: string; scope: string }
		assert.equal(scope, 'identify guilds')
		assert.equal((await dev.api('GET', '/users/@me', `Bearer ${access_token}`)).body.id, users[1].id)
		const refused = await dev.control('oauth.authorize', { as: users[1].id, url, allow: false })
		assert.equal(new URL(refused.body.location).searchParams.get('error'), 'access_denied')
		const astray = url.replace(encodeURIComponent(redirect_uri), encodeURIComponent('http://127.0.0.1:9/astray'))
		const wrong = await dev.control('oauth.authorize', { as: users[1].id, url: astray })
		assert.ok(wrong.body.error)
	})

	test('gateway.sever ends the connections of a user', async () => {
		const { bots, gateway_url } = dev.fixture
		const socket = new WebSocket(`${gateway_url}/?v=10&encoding=json`)
		const closed = new Promise<number>((resolve) => {
			socket.onclose = ({ code }) => resolve(code)
		})
		await new Promise<void>((resolve) => {
			socket.onmessage = ({ data }) => {
				const { op, t } = JSON.parse(data)
				const properties = { os: 'linux', browser: 'test', device: 'test' }
				if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token: bots[1].token, intents: 1, properties } }))
				if (t === 'READY') resolve()
			}
		})
		const { body } = await dev.control('gateway.sever', { user_id: bots[1].user_id, how: 'close', code: 4009 })
		assert.deepEqual(body, { severed: 1 })
		assert.equal(await closed, 4009)
	})

	test('clock.advance moves the time of the platform', async () => {
		const { guild, users } = dev.fixture
		const say = (content: string) =>
			dev.control('message.create', { as: users[0].id, channel_id: guild.text_channel_id, message: { content } })
		const before = await say('before')
		const { status } = await dev.control('clock.advance', { ms: 3_600_000 })
		assert.equal(status, 200)
		const later = await say('an hour later')
		const passed = Date.parse(later.body.timestamp) - Date.parse(before.body.timestamp)
		assert.ok(passed >= 3_600_000 && passed < 3_660_000)
	})
})

test('a second start keeps everything, and a fresh one begins anew', async () => {
	using folder = temporaryFolder()
	await using first = await startDev(folder.path)
	assert.equal((await first.control('clock.advance', { ms: 60_000 })).status, 200)
	assert.deepEqual((await first.stop()).code, 0)
	await using second = await startDev(folder.path)
	const withoutPort = (fixture: unknown) => JSON.stringify(fixture).replaceAll(/127\.0\.0\.1:\d{2,}/g, 'here')
	assert.equal(withoutPort(second.fixture), withoutPort(first.fixture))
	const { token, user_id } = second.fixture.bots[0]
	assert.equal((await second.api('GET', '/users/@me', `Bot ${token}`)).body.id, user_id)
	const passwords = (page: string) => page.match(/(alice|bob|spare) +\S+/g)
	assert.deepEqual(passwords(second.page), passwords(first.page))
	await second.stop()

	await using third = await startDev(folder.path, '--fresh', '--fixture-size', 'small')
	assert.notEqual(third.fixture.guild.id, first.fixture.guild.id)
	assert.equal(third.fixture.big_guild, undefined)
	assert.equal(third.fixture.other_guild_ids.length, 1)
	assert.equal((await third.api('GET', '/users/@me', `Bot ${token}`)).status, 401)
})

test('tokens that have expired are given out anew by the next start', async () => {
	using folder = temporaryFolder()
	await using first = await startDev(folder.path, '--fixture-size', 'small')
	await first.control('clock.advance', { ms: 8 * 24 * 3_600_000 })
	const stale = `Bearer ${first.fixture.users[0].access_token}`
	assert.equal((await first.api('GET', '/users/@me', stale)).status, 401)
	await first.stop()
	await using second = await startDev(folder.path, '--fixture-size', 'small')
	const { access_token, id } = second.fixture.users[0]
	assert.equal(id, first.fixture.users[0].id)
	assert.equal((await second.api('GET', '/users/@me', `Bearer ${access_token}`)).status, 200)
})

test('Ctrl-C and TERM end it in order', async () => {
	using folder = temporaryFolder()
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		await using dev = await startDev(folder.path, '--fixture-size', 'small')
		const { code, error } = await dev.stop(signal)
		assert.deepEqual([code, error], [0, ''])
	}
})

test('a request under way is answered before the end', async () => {
	using folder = temporaryFolder()
	await using dev = await startDev(folder.path, '--fixture-size', 'small')
	const { guild, bots, api_base } = dev.fixture
	const boundary = 'x'
	let finish = () => {}
	const body = new ReadableStream<Uint8Array>({
		start(stream) {
			const say = (text: string) => stream.enqueue(new TextEncoder().encode(text))
			say(`--${boundary}\r\nContent-Disposition: form-data; name="files[0]"; filename="log.txt"\r\n\r\nfirst half, `)
			finish = () => {
				say(`second half\r\n--${boundary}--\r\n`)
				stream.close()
			}
		},
	})
	const answer = fetch(`${api_base}/v10/channels/${guild.text_channel_id}/messages`, {
		method: 'POST',
		headers: { authorization: `Bot ${bots[0].token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
		body,
		duplex: 'half',
	} as RequestInit)
	// Another request over another connection: by its answer the first one has arrived.
	await dev.api('GET', '/users/@me', `Bot ${bots[0].token}`)
	const ended = dev.stop()
	await refused(dev.fixture.origin)
	finish()
	assert.equal((await answer).status, 200)
	assert.equal((await ended).code, 0)
})

/** Resolves once nobody listens any more. */
async function refused(origin: string): Promise<void> {
	for (;;) {
		const response = await fetch(origin).catch(() => undefined)
		if (!response || response.status === 503) return
	}
}

test('GUILDHALL_FIXTURE says where the fixture goes, and `guildhall fixture` where it is', async () => {
	using folder = temporaryFolder()
	const path = join(folder.path, 'elsewhere', 'tokens.json')
	await using dev = await startDev(join(folder.path, 'data'), '--fixture-size', 'small', '--fixture', path)
	assert.equal(dev.fixturePath, path)
	assert.equal((await run(['fixture'], { GUILDHALL_FIXTURE: path })).out.trim(), path)
	const printed = await run(['fixture', '--print'], { GUILDHALL_FIXTURE: path })
	assert.deepEqual(JSON.parse(printed.out), dev.fixture)
})

suite('what stands in the way is said in one sentence', () => {
	const oneSentence = (ended: Awaited<ReturnType<typeof run>>, pattern: RegExp) => {
		assert.equal(ended.code, 1)
		assert.match(ended.error, pattern)
		assert.equal(ended.error.trim().split('\n').length, 1)
		assert.doesNotMatch(ended.error, /\n\s+at /)
	}

	test('a port that is taken', async () => {
		using folder = temporaryFolder()
		const other = createServer()
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
		const { port } = other.address() as { port: number }
		oneSentence(
			await run(['dev', '--port', String(port), '--data-dir', folder.path]),
			/Port \d+ on 127\.0\.0\.1 is taken/,
		)
		other.close()
	})

	test('a data directory that cannot be written', async () => {
		using folder = temporaryFolder()
		const file = join(folder.path, 'file')
		writeFileSync(file, '')
		oneSentence(await run(['dev', '--port', '0', '--data-dir', file]), /data directory \S+ cannot be written/)
		oneSentence(await run(['dev', '--port', '0', '--data-dir', join(file, 'below')]), /cannot be written/)
	})

	test('a fixture file that cannot be written', async () => {
		using folder = temporaryFolder()
		writeFileSync(join(folder.path, 'file'), '')
		const ended = await run(
			['dev', '--port', '0', '--data-dir', join(folder.path, 'data'), '--fixture-size', 'small'],
			{ GUILDHALL_FIXTURE: join(folder.path, 'file', 'fixture.json') },
		)
		oneSentence(ended, /file\S* cannot be written/)
	})

	test('a directory of somebody else', async () => {
		using folder = temporaryFolder()
		mkdirSync(join(folder.path, 'blobs'))
		const refused = await run(['dev', '--port', '0', '--data-dir', folder.path, '--fresh'])
		oneSentence(refused, /holds blobs, but not from Guildhall/)
		assert.ok(statSync(join(folder.path, 'blobs')).isDirectory())
	})

	test('a directory that another server uses', async () => {
		using folder = temporaryFolder()
		await using _dev = await startDev(folder.path, '--fixture-size', 'small')
		oneSentence(await run(['dev', '--port', '0', '--data-dir', folder.path]), /in use by another Guildhall server/)
	})

	test('a store from a newer server', async () => {
		using folder = temporaryFolder()
		assert.equal((await run(['migrate', '--data-dir', folder.path])).code, 0)
		const store = new DatabaseSync(join(folder.path, 'store.sqlite'))
		store.exec("update meta set value = '9999' where key = 'version'")
		store.close()
		oneSentence(await run(['dev', '--port', '0', '--data-dir', folder.path]), /The store has version 9999/)
	})

	test('a store that is none', async () => {
		using folder = temporaryFolder()
		await run(['migrate', '--data-dir', folder.path])
		writeFileSync(join(folder.path, 'store.sqlite'), 'not a database, but long enough to be read as one'.repeat(100))
		oneSentence(await run(['dev', '--port', '0', '--data-dir', folder.path]), /store is damaged/)
	})

	test('a PostgreSQL that does not answer', async () => {
		const ended = await run(['migrate', '--database-url', 'x'])
		assert.match(ended.error, /unknown option/)
		oneSentence(
			await run(['migrate'], { DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:9/none' }),
			/GUILDHALL_KEY_SECRET, or GUILDHALL_DATA_DIR with its secrets, must be set/,
		)
		oneSentence(
			await run(['migrate'], {
				DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:9/none',
				GUILDHALL_KEY_SECRET: 'x'.repeat(32),
			}),
			/PostgreSQL at 127\.0\.0\.1:9 cannot be reached/,
		)
	})

	test('a setting that cannot be', async () => {
		oneSentence(await run(['dev', '--port', 'eighty']), /GUILDHALL_PORT must be a whole number/)
	})
})

test('accounts and applications are made by command, and shown once', async () => {
	using folder = temporaryFolder()
	const env = { GUILDHALL_DATA_DIR: folder.path }
	assert.match((await run(['migrate'], env)).out, /from version 0 to \d+/)
	assert.match((await run(['migrate'], env)).out, /already/)
	const user = await run(['user', 'create', 'carol', '--email', 'carol@example.com'], env)
	assert.match(user.out, /password +\S{16,}/)
	const again = await run(['user', 'create', 'carol'], env)
	assert.deepEqual([again.code, again.error], [1, 'guildhall: The username carol is taken.\n'])
	const app = await run(['app', 'create', 'Beacon', '--owner', 'carol', '--redirect-uri', 'http://127.0.0.1:9/x'], env)
	assert.match(app.out, /bot token +\S+\.\S+\.\S+/)
	assert.match((await run(['app', 'create', 'Beacon', '--owner', 'dave'], env)).error, /There is no account dave/)
})

test('a server for players has no demo and no control', async () => {
	using folder = temporaryFolder()
	const refused = await run(['serve', '--port', '0', '--data-dir', folder.path])
	assert.equal(refused.code, 1)
	assert.match(refused.error, /GUILDHALL_ORIGIN must be the public address/)

	await using serve = await startServe(folder.path)
	assert.equal((await fetch(`${serve.origin}/api/v10/gateway`)).status, 200)
	const control = await fetch(`${serve.origin}/__control/clock.advance`, { method: 'POST' })
	assert.equal(control.status, 404)
	const { code, error } = await serve.stop()
	assert.equal(code, 0)
	const { linkSecret } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8'))
	assert.ok(!error.includes(linkSecret))
})

test('every command explains itself', async () => {
	for (const words of [
		[],
		['dev'],
		['serve'],
		['migrate'],
		['user'],
		['user', 'create'],
		['app', 'create'],
		['fixture'],
	]) {
		const { code, out } = await run([...words, '--help'])
		assert.deepEqual([words, code], [words, 0])
		assert.match(out, /Usage: guildhall/)
	}
	const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
	assert.equal((await run(['--version'])).out.trim(), version)
})
