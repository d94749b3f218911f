import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../../core/log.ts'
import { LoggingSeverity } from '../../enums/clients.ts'
import { EnumToString } from '../../enums/enum-to-string.ts'
import type { Clock } from '../platform.ts'

/**
 * Starts `socialsdk.log` anew in a directory, and writes to it until the returned function is called; empty stands for the
 * working directory. Throws when it cannot.
 */
export function writeLog(directory: string, minSeverity: LoggingSeverity, log: Logger, clock: Clock): () => void {
	const file = openSync(join(directory || '.', 'socialsdk.log'), 'w')
	const remove = log.add((line, severity) => {
		const at = new Date(clock.now()).toISOString()
		// At once: the lines before a crash are the ones that matter.
		writeSync(file, `${at} ${EnumToString(LoggingSeverity, severity)} ${line}\n`)
	}, minSeverity)
	return () => {
		remove()
		closeSync(file)
	}
}
