/** What every bus keeps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryBus } from '../../src/adapters/bus/memory.ts'
import type { Bus, Envelope, Subject } from '../../src/ports/bus.ts'

const BUSES: Record<string, (onError: (error: unknown) => void) => Bus> = { memory: memoryBus }

const envelope = (subject: Subject, n: number): Envelope => ({ subject, name: 'N', json: `${n}`, data: n })
/** Lets everything arrive that is on its way. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

for (const [name, make] of Object.entries(BUSES)) {
	const contract = (what: string, run: (bus: Bus, errors: unknown[]) => Promise<void>) =>
		test(`${name}: ${what}`, async () => {
			const errors: unknown[] = []
			const bus = make((error) => errors.push(error))
			await run(bus, errors)
			await bus.close()
		})

	contract('everybody who listens to a subject hears it, in order, and nobody else', async (bus) => {
		const heard: [string, unknown][] = []
		for (const who of ['a', 'b']) bus.subscribe('guild.1', ({ data }) => heard.push([who, data]))
		bus.subscribe('guild.11', ({ data }) => heard.push(['c', data]))
		bus.subscribe('lobby.1', ({ data }) => heard.push(['d', data]))
		for (let n = 0; n < 100; n++) bus.publish(envelope('guild.1', n))
		await settled()
		for (const who of ['a', 'b']) {
			assert.deepEqual(
				heard.filter(([hearer]) => hearer === who).map(([, n]) => n),
				Array.from({ length: 100 }, (_, n) => n),
			)
		}
		assert.equal(heard.length, 200)
	})

	contract('all of an envelope arrives', async (bus) => {
		const sent: Envelope = {
			...envelope('user.1', 1),
			channelId: '2',
			onlyUserIds: ['3'],
			exceptUserId: '4',
			applicationId: '5',
		}
		let heard: Envelope | undefined
		bus.subscribe('user.1', (given) => {
			heard = given
		})
		bus.publish(sent)
		await settled()
		assert.deepEqual(heard, sent)
	})

	contract('who stopped listening hears nothing more, and stops only itself', async (bus) => {
		const heard: string[] = []
		const stop = bus.subscribe('guild.1', () => heard.push('a'))
		bus.subscribe('guild.1', () => heard.push('b'))
		bus.publish(envelope('guild.1', 1))
		await settled()
		stop()
		stop()
		bus.publish(envelope('guild.1', 2))
		await settled()
		assert.deepEqual(heard.sort(), ['a', 'b', 'b'])
	})

	contract('the same function listens as often as it was given', async (bus) => {
		let calls = 0
		const hear = () => {
			calls++
		}
		const stop = bus.subscribe('guild.1', hear)
		bus.subscribe('guild.1', hear)
		stop()
		bus.publish(envelope('guild.1', 1))
		await settled()
		assert.equal(calls, 1)
	})

	contract('who listens may begin and stop listening while they hear', async (bus) => {
		const heard: string[] = []
		const stop = bus.subscribe('guild.1', () => {
			heard.push('first')
			stop()
			bus.subscribe('guild.1', () => heard.push('second'))
		})
		bus.publish(envelope('guild.1', 1))
		await settled()
		bus.publish(envelope('guild.1', 2))
		await settled()
		assert.deepEqual(heard, ['first', 'second'])
	})

	contract('one who fails keeps nobody else from hearing', async (bus, errors) => {
		const heard: unknown[] = []
		bus.subscribe('guild.1', () => {
			throw new Error('deaf')
		})
		bus.subscribe('guild.1', ({ data }) => heard.push(data))
		bus.publish(envelope('guild.1', 1))
		await settled()
		assert.deepEqual(heard, [1])
		assert.equal(errors.length, 1)
	})

	contract('what nobody listens to is gone', async (bus) => {
		bus.publish(envelope('guild.1', 1))
		await settled()
		const heard: unknown[] = []
		bus.subscribe('guild.1', ({ data }) => heard.push(data))
		await settled()
		assert.deepEqual(heard, [])
	})
}
