import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Everything Guildhall puts into its directory, and so everything that a new start removes. */
const OURS = [
	'store.sqlite',
	'store.sqlite-wal',
	'store.sqlite-shm',
	'blobs',
	'secrets.json',
	'demo.json',
	'clock.json',
	'fixture.json',
	'server.json',
]
/** Says whose directory it is. */
const MARK = 'guildhall.json'
/** Held by the running server; the system lets go of it when the process ends, however it ends. */
const LOCK = 'lock'

/** The directory of a server: its store, its files, its secrets. */
export interface DataDir {
	path: string
	/** Where something of this name stands. */
	at(name: string): string
	/** What `write` has put there; undefined where there is nothing. */
	read(name: string): unknown
	/** Puts JSON there, whole or not at all, readable by its owner alone. */
	write(name: string, value: unknown): Promise<void>
	close(): void
}

/** Why a directory cannot be used, as a sentence. */
class DataDirProblem extends Error {
	override readonly name = 'DataDirProblem'
}

export interface DataDirOptions {
	/** Removes what an earlier server has left, and nothing else. */
	isFresh?: boolean
	/** Waits for nobody: two servers in one directory would spoil each other's work. */
	isExclusive: boolean
}

/** Opens the directory, making it where there is none. @throws DataDirProblem */
export function openDataDir(given: string, { isFresh = false, isExclusive }: DataDirOptions): DataDir {
	const path = resolve(given)
	const at = (name: string) => join(path, name)
	try {
		mkdirSync(path, { recursive: true, mode: 0o700 })
		accessSync(path, constants.W_OK | constants.X_OK)
	} catch (error) {
		throw new DataDirProblem(`The data directory ${path} cannot be written: ${reason(error)}.`, { cause: error })
	}
	const foreign = existsSync(at(MARK)) ? [] : OURS.filter((name) => existsSync(at(name)))
	if (foreign.length > 0) {
		throw new DataDirProblem(
			`The directory ${path} holds ${foreign.join(', ')}, but not from Guildhall. Choose another data directory.`,
		)
	}
	const unlock = isExclusive ? lock(path, at(LOCK)) : () => {}
	try {
		if (isFresh) for (const name of OURS) rmSync(at(name), { recursive: true, force: true })
		if (!existsSync(at(MARK))) writeFileSync(at(MARK), '{"what":"data directory of a Guildhall server","format":1}\n')
	} catch (error) {
		unlock()
		throw new DataDirProblem(`The data directory ${path} cannot be written: ${reason(error)}.`, { cause: error })
	}
	return {
		path,
		at,
		read: (name) => (existsSync(at(name)) ? JSON.parse(readFileSync(at(name), 'utf8')) : undefined),
		write: (name, value) => writePrivately(at(name), value),
		close: unlock,
	}
}

/** Whether a server runs in this directory. */
export function isInUse(given: string): boolean {
	const path = resolve(given)
	try {
		lock(path, join(path, LOCK))()
		return false
	} catch (error) {
		if (error instanceof DataDirProblem) return true
		throw error
	}
}

/** Writes JSON to a file, whole or not at all, readable by its owner alone: beside its place, synced, moved there. */
export async function writePrivately(path: string, value: unknown): Promise<void> {
	await mkdir(dirname(path), { recursive: true })
	const beside = `${path}.${randomUUID()}.part`
	try {
		const file = await open(beside, 'wx', 0o600)
		try {
			await file.writeFile(`${JSON.stringify(value, null, '\t')}\n`)
			await file.sync()
		} finally {
			await file.close()
		}
		await rename(beside, path)
	} catch (error) {
		await rm(beside, { force: true })
		throw error
	}
}

/** Takes the lock. SQLite's own is used, since it holds on every file system that the store itself can stand on. */
function lock(path: string, file: string): () => void {
	let held: DatabaseSync | undefined
	try {
		held = new DatabaseSync(file)
		held.exec('pragma locking_mode = exclusive; begin exclusive')
	} catch (error) {
		held?.close()
		const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
		throw new DataDirProblem(
			isHeld
				? `The data directory ${path} is in use by another Guildhall server.`
				: `The data directory ${path} cannot be written: ${reason(error)}.`,
			{ cause: error },
		)
	}
	return () => held.close()
}

const SQLITE_BUSY = 5

const REASONS: Record<string, string> = {
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EROFS: 'the file system is read-only',
	ENOSPC: 'no space is left',
	EEXIST: 'there is a file in its place',
	ENOTDIR: 'there is a file in its place',
}

function reason(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
