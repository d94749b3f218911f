import { type Logger, pino } from 'pino'

export type { Logger }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** What must never be read in a log, wherever in a line it stands. */
const SECRET_FIELDS = [
	'token',
	'authorization',
	'cookie',
	'password',
	'secret',
	'client_secret',
	'code',
	'refresh_token',
]

/** The log of the process: JSON lines on standard error. One child per area. */
export function createLog(level: LogLevel): Logger {
	return pino(
		{
			level,
			base: null,
			redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
		},
		pino.destination({ dest: 2, sync: true }),
	)
}
