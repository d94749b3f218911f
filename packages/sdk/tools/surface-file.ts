import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the description of the native SDK's surface is, if it is at hand. */
export function surfaceFile(): string | undefined {
	const shared = process.env.GUILDHALL_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
	const file = join(shared, 'reference', 'sdk', 'surface.json')
	return existsSync(file) ? file : undefined
}
