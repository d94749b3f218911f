/** A whole platform in a process of its own, as `npm start` runs it, and what a stranger knows of it: the fixture file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FixtureBot {
	user_id: string
	token: string
	administrator: boolean
	application: { id: string; name: string; public_key: string; client_secret: string; redirect_uris: string[] }
}

export interface FixtureUser {
	id: string
	username: string
	global_name: string
	access_token: string
	refresh_token: string
	scopes: string[]
}

/** The members of the fixture file that these tests use. */
export interface Fixture {
	origin: string
	api_base: string
	gateway_url: string
	cdn_base: string
	oauth: { authorize_url: string; token_url: string; revoke_url: string; issuer: string }
	bots: [FixtureBot, FixtureBot, FixtureBot]
	users: [FixtureUser, FixtureUser, FixtureUser]
	guild: Record<'id' | 'name' | 'text_channel_id' | 'other_text_channel_id' | 'announcement_channel_id', string> & {
		member_count: number
	}
	big_guild: { id: string; member_count: number }
	redirect_uri: string
	lobby_id: string
	control: { url: string; token: string }
	game_url: string
}

export interface Platform extends AsyncDisposable {
	fixture: Fixture
	fixturePath: string
	/** Does what only a person, or fate, can do. @throws with the answer where it is no 200 */
	control(verb: string, body: object): Promise<Record<string, unknown>>
}

const MAIN = new URL('../packages/server/src/main.ts', import.meta.url).pathname

/** Starts a new platform on a free port; ends with `await using`. */
export async function startPlatform(...words: string[]): Promise<Platform> {
	const folder = mkdtempSync(join(tmpdir(), 'guildhall-compat-'))
	const path = join(folder, 'fixture.json')
	const child = spawn(
		process.execPath,
		['--conditions=source', MAIN, 'dev', '--port', '0', '--data-dir', join(folder, 'data'), ...words],
		{ env: { ...process.env, GUILDHALL_FIXTURE: path }, stdio: ['ignore', 'ignore', 'pipe'] },
	)
	const fixture = await fixtureOf(child, folder, path)
	return {
		fixture,
		fixturePath: path,
		async control(verb, body) {
			const response = await fetch(`${fixture.control.url}/${verb}`, {
				method: 'POST',
				headers: { authorization: `Bearer ${fixture.control.token}`, 'content-type': 'application/json' },
				body: JSON.stringify(body),
			})
			const answer = (await response.json()) as Record<string, unknown>
			if (response.status !== 200) throw new Error(`${verb}: ${response.status} ${JSON.stringify(answer)}`)
			return answer
		},
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null) {
				child.kill('SIGTERM')
				await once(child, 'exit')
			}
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/** The file appears whole, by rename, once everything in it answers. */
async function fixtureOf(child: ChildProcess, folder: string, path: string): Promise<Fixture> {
	let complaints = ''
	child.stderr?.on('data', (chunk) => {
		complaints += chunk
	})
	const watcher = watch(folder)
	try {
		while (!existsSync(path)) {
			await Promise.race([
				once(watcher, 'change'),
				once(child, 'exit').then(([code]) => {
					throw new Error(`The platform ended with ${code}: ${complaints}`)
				}),
			])
		}
		return JSON.parse(readFileSync(path, 'utf8')) as Fixture
	} finally {
		watcher.close()
	}
}
