import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accounts } from '../src/adapters/store/migrations/0002-accounts.ts'
import { applications } from '../src/adapters/store/migrations/0003-applications.ts'
import { lobbies } from '../src/adapters/store/migrations/0006-lobbies.ts'
import { webhooks } from '../src/adapters/store/migrations/0008-webhooks.ts'
import { webhookDeliveries } from '../src/adapters/store/migrations/0018-webhook-deliveries.ts'
import { closeSqlite, openSqlite, SQLITE } from '../src/adapters/store/sqlite.ts'
import { createVault } from '../src/adapters/vault.ts'
import { run, temporaryFolder } from './process.ts'
import { testServer } from './server.ts'

const PLAIN = 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'

test('private keys of applications that were kept plain are sealed when the store is brought to this version', async () => {
	using folder = temporaryFolder()
	const vault = createVault('test')
	const file = openSqlite(`${folder.path}/store.sqlite`, 'off')
	const db = file.writing
	for (const step of [accounts, applications, lobbies, webhooks]) await step.up(db, SQLITE, vault)
	const user = { id: '1', username: 'alice', locale: 'en-US', created_at: 0 }
	await db
		.insertInto('users')
		.values(user as never)
		.execute()
	const application = { id: '2', name: 'Harbor', owner_user_id: '1', public_key: '', signing_key: PLAIN }
	await db
		.insertInto('applications')
		.values({ ...application, secret_hash: '', created_at: 0 } as never)
		.execute()
	await webhookDeliveries.up(db, SQLITE, vault)
	const { signing_key } = await db.selectFrom('applications').select('signing_key').executeTakeFirstOrThrow()
	assert.equal(vault.open(signing_key), PLAIN)
	assert.ok(!signing_key.includes('MC4CAQ'))
	closeSqlite(file)
})

test('the private key of a new application can be read with the secret of the installation alone', async () => {
	await using server = await testServer()
	const { application } = await server.bot('Harbor')
	const { signing_key } = await server.store.db
		.selectFrom('applications')
		.select('signing_key')
		.where('id', '=', application.id)
		.executeTakeFirstOrThrow()
	assert.equal(createVault('another').open(signing_key), undefined)
	const key = createPrivateKey({
		key: Buffer.from(createVault('test').open(signing_key) ?? '', 'base64'),
		format: 'der',
		type: 'pkcs8',
	})
	const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
	assert.equal(spki.subarray(-32).toString('hex'), application.public_key)
})

test('a command seals with the secret of the data directory, which its server has too', async () => {
	using folder = temporaryFolder()
	const words = ['--data-dir', folder.path]
	assert.equal((await run(['user', 'create', 'alice', ...words])).code, 0)
	const made = await run(['app', 'create', 'Harbor', '--owner', 'alice', ...words])
	assert.equal(made.code, 0, made.error)
	const { keySecret } = JSON.parse(readFileSync(`${folder.path}/secrets.json`, 'utf8'))
	const file = openSqlite(`${folder.path}/store.sqlite`, 'off')
	const { signing_key } = await file.writing.selectFrom('applications').select('signing_key').executeTakeFirstOrThrow()
	closeSqlite(file)
	assert.match(createVault(keySecret).open(signing_key) ?? '', /^MC4CAQ/)
})
