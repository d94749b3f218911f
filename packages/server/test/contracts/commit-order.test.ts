/** What is told of two transactions that waited for each other is told in the order in which they were committed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { RightsChanged } from '@guildhall/protocol'
import { sql } from 'kysely'
import { memoryBus } from '../../src/adapters/bus/memory.ts'
import { movableClock } from '../../src/adapters/movable-clock.ts'
import { openStore } from '../../src/adapters/store/open.ts'
import { createVault } from '../../src/adapters/vault.ts'
import { createLinks } from '../../src/domain/media/links.ts'
import type { Transaction } from '../../src/ports/store.ts'
import { STORE_KIND, storePlace } from '../store-place.ts'

interface SlowAnswer extends AsyncDisposable {
	url: string
	/** The answer to the next commit is kept back, until it is let go. */
	keepBack(): { isKept: Promise<void>; letGo(): void }
	/** How many commits were answered. */
	readonly answered: number
}

/** Stands between a store and its database. */
async function between(url: string): Promise<SlowAnswer> {
	const { hostname, port } = new URL(url)
	let kept: { keep(): void; gone: Promise<void> } | undefined
	let answered = 0
	const sockets = new Set<Socket>()
	const server: Server = createServer((near) => {
		const far = connect(Number(port || 5432), hostname)
		for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
		let isCommit = false
		let order: Promise<unknown> = Promise.resolve()
		near.on('data', (bytes) => {
			isCommit = bytes.includes('commit')
			far.write(bytes)
		})
		far.on('data', (bytes) => {
			const held = isCommit ? kept : undefined
			const ofCommit = isCommit
			if (isCommit) [kept, isCommit] = [undefined, false]
			held?.keep()
			order = order
				.then(() => held?.gone)
				.then(() => {
					near.write(bytes)
					if (ofCommit) answered++
				})
		})
		near.on('close', () => far.destroy())
		far.on('close', () => near.destroy())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const through = new URL(url)
	through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		url: through.href,
		keepBack() {
			const held = Promise.withResolvers<void>()
			const gone = Promise.withResolvers<void>()
			kept = { keep: held.resolve, gone: gone.promise }
			return { isKept: held.promise, letGo: gone.resolve }
		},
		get answered() {
			return answered
		},
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy()
			server.close()
			await once(server, 'close')
		},
	}
}

test('the answer to a commit that comes late does not turn the order round', {
	skip: STORE_KIND === 'postgres' ? false : 'with one writer commits have one order',
}, async () => {
	const { at, drop } = await storePlace('', 'postgres')
	if (!('url' in at)) throw new Error('This is about PostgreSQL.')
	await using proxy = await between(at.url)
	const bus = memoryBus((error) => {
		throw error
	})
	const links = createLinks({ origin: '', gatewayUrl: '', cdnUrl: '', secret: '' })
	const { store, close } = await openStore({
		at: { ...at, url: proxy.url },
		node: 0,
		clock: movableClock(undefined),
		bus,
		links,
		vault: createVault('order'),
	})
	const heard: string[] = []
	bus.subscribe('guild.1', ({ data }) => heard.push((data as { guild_id: string }).guild_id))
	await sql`create table turns (at bigint)`.execute(store.db)
	await sql`insert into turns values (0)`.execute(store.db)
	const change = (to: string) => async (tx: Transaction) => {
		await sql`update turns set at = ${to}`.execute(tx.db)
		tx.emit(RightsChanged, { guildId: '1' }, { guild_id: to })
	}
	for (let round = 0; round < 3; round++) {
		const { isKept, letGo } = proxy.keepBack()
		const first = store.transaction(change('1'))
		await isKept
		const before = proxy.answered
		const second = store.transaction(change('2'))
		// It is committed, and its answer is here, while that of the first is not.
		while (proxy.answered === before) await new Promise((resolve) => setImmediate(resolve))
		await sql`select 1`.execute(store.db)
		letGo()
		await Promise.all([first, second])
		const { rows } = await sql<{ at: number }>`select at from turns`.execute(store.db)
		assert.equal(String(rows[0]?.at), heard.at(-1))
		assert.deepEqual(heard.splice(0), ['1', '2'])
	}
	await close()
	await bus.close()
	await drop()
})
