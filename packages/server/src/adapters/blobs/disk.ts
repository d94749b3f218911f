import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../ports/blobs.ts'

/** Blobs as files below `folder`. A blob is written beside its place, synced, and moved there. */
export function diskBlobs(folder: string): Blobs {
	function place(key: string): string {
		const path = normalize(join(folder, key))
		if (!path.startsWith(folder + sep)) throw new Error(`A blob key must stay inside its folder: ${key}`)
		return path
	}
	return {
		async put(key, content) {
			const path = place(key)
			await mkdir(dirname(path), { recursive: true })
			const beside = `${path}.${randomUUID()}.part`
			const hash = createHash('sha256')
			let size = 0
			const counting = new Transform({
				transform(chunk: Buffer, _encoding, next) {
					hash.update(chunk)
					size += chunk.length
					next(null, chunk)
				},
			})
			try {
				const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)])
				await pipeline(source, counting, createWriteStream(beside))
				await syncFile(beside)
				await rename(beside, path)
			} catch (error) {
				await rm(beside, { force: true })
				throw error
			}
			return { size, sha256: hash.digest('hex') }
		},
		async get(key, range) {
			const path = place(key)
			const found = await stat(path).catch(() => undefined)
			if (!found?.isFile()) return undefined
			return { size: found.size, content: createReadStream(path, range ?? {}) }
		},
		async remove(key) {
			await rm(place(key), { force: true })
		},
	}
}

async function syncFile(path: string): Promise<void> {
	const handle = await open(path, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}
