import { LoggingSeverity } from '../enums/clients.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import type { LogFile } from '../platform/platform.ts'
import type { ClientState } from './state.ts'

/** Writes the general log to a file, in place of the file before. Whether that works. */
export function setLogDir(state: ClientState, path: string, minSeverity: LoggingSeverity): boolean {
	closeLogFile(state)
	if (minSeverity === LoggingSeverity.None) return true
	const file = open(state, path)
	if (!file) return false
	const remove = state.log.add((line, severity) => {
		const at = new Date(state.clock.now()).toISOString()
		file.write(`${at} ${EnumToString(LoggingSeverity, severity)} ${line}`)
	}, minSeverity)
	state.logFile = { file, remove }
	return true
}

export function closeLogFile(state: ClientState): void {
	state.logFile?.remove()
	state.logFile?.file.close()
	state.logFile = undefined
}

function open({ platform, log }: ClientState, path: string): LogFile | undefined {
	try {
		if (platform.openLogFile) return platform.openLogFile(path)
		log.warning('SetLogDir: there are no files here')
	} catch (error) {
		log.warning(`SetLogDir: ${error}`)
	}
	return undefined
}
