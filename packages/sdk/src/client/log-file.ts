import { LoggingSeverity } from '../enums/clients.ts'
import type { ClientState } from './state.ts'

/** Writes the general log to a file, in place of the file before. Whether that works. */
export function setLogDir(state: ClientState, path: string, minSeverity: LoggingSeverity): boolean {
	const { clock, log, platform } = state
	closeLogFile(state)
	if (minSeverity === LoggingSeverity.None) return true
	try {
		state.endLog = platform.writeLog?.(path, minSeverity, log, clock)
		if (!state.endLog) log.warning('SetLogDir: there are no files here')
	} catch (error) {
		log.warning(`SetLogDir: ${error}`)
	}
	return state.endLog !== undefined
}

export function closeLogFile(state: ClientState): void {
	state.endLog?.()
	state.endLog = undefined
}
