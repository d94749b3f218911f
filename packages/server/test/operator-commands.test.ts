/** Commands of operators, as processes: through the server that runs in the directory, and on the store alone. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Running, run, startDev, temporaryFolder } from './process.ts'

suite('commands of operators', () => {
	test('act through the server that runs in the directory, so that sessions hear of it at once', async () => {
		using folder = temporaryFolder()
		const at = ['--data-dir', folder.path]
		{
			await using dev: Running = await startDev(folder.path, '--fixture-size', 'small')
			const [alice] = dev.fixture.users
			const me = () => dev.api('GET', '/users/@me', `Bearer ${alice.access_token}`)
			assert.equal((await me()).status, 200)
			const banned = await run(['user', 'ban', 'alice', ...at, '--reason', 'a test', '--until', '7d'], { USER: 'olga' })
			assert.deepEqual([banned.code, banned.error], [0, ''], banned.error)
			assert.match(banned.out, /username +alice/)
			assert.match(banned.out, /ban +until \S+, reason a test, created_at \S+, created_by olga/)
			assert.equal((await me()).status, 401)
			const list = await run(['user', 'list', '--banned', '--json', ...at])
			assert.deepEqual(
				JSON.parse(list.out).map(({ username }: { username: string }) => username),
				['alice'],
			)
			const other = await run(['user', 'show', 'alice', ...at], { GUILDHALL_OPERATOR_TOKEN: 'x'.repeat(40) })
			assert.equal(other.code, 1)
			assert.match(other.error, /refuses the operator token/)
		}
		const unbanned = await run(['user', 'unban', 'alice', ...at])
		assert.equal(unbanned.code, 0, unbanned.error)
		assert.match(unbanned.out, /ban +-/)
		const log = await run(['operator', 'log', ...at])
		assert.match(log.out, /unban_user/)
		assert.match(log.out, /olga +ban_user/)
	})

	test('say in a sentence what cannot be', async () => {
		using folder = temporaryFolder()
		const at = ['--data-dir', folder.path]
		const made = await run(['user', 'create', 'alice', ...at])
		assert.equal(made.code, 0, made.error)
		const cases: [string[], RegExp][] = [
			[['user', 'show', 'nobody'], /^guildhall: Unknown User\n$/],
			[['user', 'unban', 'alice'], /^guildhall: Unknown Ban\n$/],
			[['user', 'ban', 'alice', '--until', 'soon'], /^guildhall: --until must be a date/],
			[['user', 'ban', 'alice', '--until', '2001-01-01'], /^guildhall: A ban must end in the future\.\n$/],
			[['app', 'approve-scope', '1', 'voice'], /^guildhall: Unknown Application\n$/],
			[['app', 'set-parent', '1', '2'], /^guildhall: This cannot be undone\. Say --yes/],
			[['app', 'set-parent', '1', '2', '--yes'], /^guildhall: Unknown Application\n$/],
			[['app', 'show', 'lantern'], /^guildhall: application_id is not what it must be\.\n$/],
			[['user', 'list', '--limit', 'many'], /^guildhall: limit is not what it must be\.\n$/],
		]
		await Promise.all(
			cases.map(async ([args, sentence]) => {
				const { code, error } = await run([...args, ...at])
				assert.equal(code, 1)
				assert.match(error, sentence, args.join(' '))
			}),
		)
		// A folder of its own: one in which a server ran has a token.
		using empty = temporaryFolder()
		const elsewhere = ['--server', 'http://127.0.0.1:9', '--data-dir', empty.path]
		const tokenless = await run(['user', 'show', 'alice', ...elsewhere])
		assert.match(tokenless.error, /GUILDHALL_OPERATOR_TOKEN/)
		const reset = await run(['user', 'reset-password', 'alice', ...at])
		assert.match(reset.out, /^password +[\w-]{20}\n$/)
	})
})
