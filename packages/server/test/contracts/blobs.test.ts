/** What every store of blobs keeps. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { diskBlobs } from '../../src/adapters/blobs/disk.ts'
import type { Blobs } from '../../src/ports/blobs.ts'

interface Subject extends AsyncDisposable {
	blobs: Blobs
	/** What is kept in all, finished or not. */
	kept(): number
}

const STORES: Record<string, () => Subject> = {
	disk() {
		const folder = mkdtempSync(join(tmpdir(), 'guildhall-blobs-'))
		return {
			blobs: diskBlobs(join(folder, 'blobs')),
			kept: () => globSync('blobs/**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile()).length,
			async [Symbol.asyncDispose]() {
				rmSync(folder, { recursive: true, force: true })
			},
		}
	},
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

for (const [name, make] of Object.entries(STORES)) {
	const contract = (what: string, run: (subject: Subject) => Promise<void>) =>
		test(`${name}: ${what}`, async () => {
			await using subject = make()
			await run(subject)
		})
	const read = async (blobs: Blobs, key: string, range?: { start: number; end: number }) => {
		const found = await blobs.get(key, range)
		return found && { size: found.size, bytes: await buffer(found.content) }
	}

	contract('what was put is got, byte for byte', async ({ blobs }) => {
		const bytes = randomBytes(300_000)
		const info = await blobs.put('attachments/1/2/a.bin', bytes)
		assert.deepEqual(info, { size: bytes.length, sha256: sha256(bytes) })
		assert.deepEqual(await read(blobs, 'attachments/1/2/a.bin'), { size: bytes.length, bytes })
		const pieces = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]
		const streamed = await blobs.put('b', Readable.from(pieces))
		assert.deepEqual(streamed, { size: 13, sha256: sha256(Buffer.concat(pieces)) })
		assert.equal((await read(blobs, 'b'))?.bytes.toString(), 'one two three')
	})

	contract('a blob may be empty', async ({ blobs }) => {
		assert.deepEqual(await blobs.put('empty', new Uint8Array()), { size: 0, sha256: sha256(new Uint8Array()) })
		assert.deepEqual(await read(blobs, 'empty'), { size: 0, bytes: Buffer.alloc(0) })
	})

	contract('a part of it can be got; its size is that of the whole', async ({ blobs }) => {
		await blobs.put('a', Buffer.from('0123456789'))
		assert.deepEqual(await read(blobs, 'a', { start: 2, end: 4 }), { size: 10, bytes: Buffer.from('234') })
		assert.deepEqual(await read(blobs, 'a', { start: 9, end: 9 }), { size: 10, bytes: Buffer.from('9') })
		assert.deepEqual(await read(blobs, 'a', { start: 8, end: 100 }), { size: 10, bytes: Buffer.from('89') })
	})

	contract('a stream that fails leaves nothing', async ({ blobs, kept }) => {
		async function* broken() {
			yield Buffer.alloc(100_000)
			throw new Error('the line went dead')
		}
		await assert.rejects(blobs.put('a', Readable.from(broken())), /the line went dead/)
		assert.equal(await blobs.get('a'), undefined)
		assert.equal(kept(), 0)
	})

	contract('a stream that fails leaves what was there before', async ({ blobs }) => {
		await blobs.put('a', Buffer.from('before'))
		async function* broken() {
			yield Buffer.from('after')
			throw new Error('the line went dead')
		}
		await assert.rejects(blobs.put('a', Readable.from(broken())))
		assert.equal((await read(blobs, 'a'))?.bytes.toString(), 'before')
	})

	contract('nothing is there before all of it is', async ({ blobs }) => {
		const source = new Readable({ read() {} })
		const putting = blobs.put('a', source)
		source.push(Buffer.from('half '))
		await new Promise(setImmediate)
		assert.equal(await blobs.get('a'), undefined)
		source.push(Buffer.from('whole'))
		source.push(null)
		await putting
		assert.equal((await read(blobs, 'a'))?.bytes.toString(), 'half whole')
	})

	contract('two who put the same key at once: one of them stands, whole', async ({ blobs, kept }) => {
		const contents = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(200_000)))
		await Promise.all(contents.map((content) => blobs.put('same', content)))
		const found = await read(blobs, 'same')
		assert.ok(contents.some((content) => found?.bytes.equals(content)))
		assert.equal(kept(), 1)
	})

	contract('what was removed is gone; removing it again is no mistake', async ({ blobs, kept }) => {
		await blobs.put('a/b', Buffer.from('x'))
		await blobs.remove('a/b')
		await blobs.remove('a/b')
		await blobs.remove('never/there')
		assert.equal(await blobs.get('a/b'), undefined)
		assert.equal(await blobs.get('a'), undefined)
		assert.equal(kept(), 0)
	})

	contract('a key leads nowhere else', async ({ blobs }) => {
		for (const key of ['../escaped', 'a/../../escaped', '/etc/passwd/../../x/../../..']) {
			await assert.rejects(blobs.put(key, Buffer.from('x')))
		}
	})
}
