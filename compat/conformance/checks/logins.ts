/** People who sign in: what a stranger can learn, try and plant. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { openBrowser } from '../browser.ts'
import { check } from '../check.ts'
import type { Answer } from '../http.ts'
import type { Stage } from '../stage.ts'

const PASSWORD = 'a lantern in the long night'

async function registered(stage: Stage) {
	const name = `p${randomBytes(5).toString('hex')}`
	const browser = openBrowser(stage)
	const fields = { username: name, email: `${name}@example.com`, password: PASSWORD }
	const answer = await browser.submit('/register', fields)
	return { name, browser, answer }
}

const login = (stage: Stage, name: string, password: string): Promise<Answer> =>
	openBrowser(stage).submit('/login', { name, password })

const cookieIn = ({ headers }: Answer): string =>
	/session=([^;]*)/.exec((headers['set-cookie'] ?? []).join(' '))?.[1] ?? ''

export const LOGINS = [
	check(
		'1.15 signing in gives a new cookie, which scripts and other sites do not get',
		['1.15 cookie', '6 session fixation'],
		async (stage) => {
			const { name, answer } = await registered(stage)
			assert.ok(cookieIn(answer).length > 30, answer.text.slice(0, 200))
			const planted = openBrowser(stage)
			planted.keep('session=planted')
			const first = await planted.submit('/login', { name, password: PASSWORD })
			assert.equal(first.status, 303)
			const second = await login(stage, name, PASSWORD)
			assert.equal(new Set(['planted', cookieIn(first), cookieIn(second), cookieIn(answer)]).size, 4)
			const [line = ''] = first.headers['set-cookie'] ?? []
			assert.match(line, /HttpOnly/i)
			assert.match(line, /SameSite=Lax/i)
			assert.match(line, /Path=\//i)
		},
	),

	check('6 a stranger does not learn who has an account', ['1.15 passwords', '6 passwords guessed'], async (stage) => {
		const { name } = await registered(stage)
		const wrong = await login(stage, name, 'not the password')
		const nobody = await login(stage, `${name}x`, 'not the password')
		const plain = ({ status, text }: Answer, who: string) => [status, text.replaceAll(who, '')]
		assert.deepEqual(plain(wrong, name), plain(nobody, `${name}x`))
	}),

	check('6 passwords that everybody guesses are refused', ['1.15 passwords', '6 passwords guessed'], async (stage) => {
		for (const password of ['short', 'password123', '1234567890']) {
			const name = `p${randomBytes(5).toString('hex')}`
			const answer = await openBrowser(stage).submit('/register', {
				username: name,
				email: `${name}@example.com`,
				password,
			})
			assert.equal(cookieIn(answer), '', password)
		}
	}),

	check(
		'1.14 five wrong passwords in a quarter of an hour',
		['1.14 login', '6 passwords guessed'],
		async (stage) => {
			const { name } = await registered(stage)
			for (let count = 0; count < 5; count++) assert.notEqual((await login(stage, name, `guess ${count}`)).status, 303)
			assert.notEqual((await login(stage, name, PASSWORD)).status, 303, 'the right one too')
			await stage.advance(16 * 60_000)
			assert.equal((await login(stage, name, PASSWORD)).status, 303)
		},
		{ isLimited: true },
	),
]
