import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
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
			const { beside, handle } = await openBeside(path)
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
				// The stream closes the handle, whatever happens; `flush` syncs it before.
				await pipeline(source, counting, handle.createWriteStream({ flush: true }))
				await rename(beside, path)
			} catch (error) {
				await rm(beside, { force: true })
				throw error
			}
			return { size, sha256: hash.digest('hex') }
		},
		async get(key, range) {
			const handle = await open(place(key), 'r').catch(ignoreMissing)
			if (!handle) return undefined
			const found = await handle.stat()
			if (!found.isFile()) {
				await handle.close()
				return undefined
			}
			return { size: found.size, content: handle.createReadStream(range ?? {}) }
		},
		async remove(key) {
			const path = place(key)
			await rm(path, { force: true })
			// What a process left behind that ended while it stored the blob.
			await rm(besideOf(path), { force: true })
		},
	}
}

function besideOf(path: string): string {
	return `${path}.part`
}

/** The name beside the place is known, so that what is left there can be removed; two at once get names of their own. */
async function openBeside(path: string): Promise<{ beside: string; handle: FileHandle }> {
	const beside = besideOf(path)
	try {
		return { beside, handle: await open(beside, 'wx') }
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw error
		const other = `${path}.${randomUUID()}.part`
		return { beside: other, handle: await open(other, 'wx') }
	}
}

/** No such file, or a name that no file can have. */
function ignoreMissing(error: unknown): undefined {
	if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))) throw error
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : ''
}
