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
			serializers: { err: told },
			redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
		},
		pino.destination({ dest: 2, sync: true }),
	)
}

/** What is told of an error. Databases and servers of mail hang more on theirs: rows, addresses of people. */
function told(error: unknown): unknown {
	if (!(error instanceof Error)) return error
	const { name, message, stack, cause } = error
	const code = 'code' in error ? { code: error.code } : {}
	return { type: name, message, ...code, stack, ...(cause === undefined ? {} : { cause: told(cause) }) }
}
