import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LogFile } from '../platform.ts'

/** Starts `socialsdk.log` anew in a directory; empty stands for the working directory. Throws when it cannot. */
export function openLogFile(directory: string): LogFile {
	const file = openSync(join(directory || '.', 'socialsdk.log'), 'w')
	return {
		// At once: the lines before a crash are the ones that matter.
		write: (line) => void writeSync(file, `${line}\n`),
		close: () => closeSync(file),
	}
}
