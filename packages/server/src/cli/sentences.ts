/** Names of errors of adapters that already say what is wrong in a sentence. */
const SAYS_IT = new Set(['NewerStoreError', 'DataDirProblem'])

/** What a well-known failure of the system means, in one sentence; undefined for what is our mistake. */
export function sentenceOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	if (SAYS_IT.has(error.name)) return error.message
	const { code, port, address, hostname, errcode } = error as NodeJS.ErrnoException & {
		port?: number
		address?: string
		hostname?: string
		errcode?: number
	}
	const isListening = (error as NodeJS.ErrnoException).syscall === 'listen'
	if (isListening && code === 'EADDRINUSE')
		return `Port ${port} on ${address} is taken. Stop what uses it, or choose another with --port; 0 picks a free one.`
	if (isListening && code === 'EACCES') return `Port ${port} needs rights that this user lacks. Choose one above 1023.`
	if (isListening && code === 'EADDRNOTAVAIL')
		return `${address} is no address of this machine. Choose another with --host.`
	if (code === 'ENOTFOUND' && isListening)
		return `${hostname} is no address of this machine. Choose another with --host.`
	return databaseSentence(code, error, { port, address, hostname }) ?? sqliteSentence(errcode) ?? fileSentence(error)
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EISDIR', 'EEXIST'])

function fileSentence({ code, path }: NodeJS.ErrnoException): string | undefined {
	return path && code && UNWRITABLE.has(code) ? `${path} cannot be written (${code}).` : undefined
}

interface Where {
	port: number | undefined
	address: string | undefined
	hostname: string | undefined
}

function databaseSentence(
	code: string | undefined,
	error: Error,
	{ port, address, hostname }: Where,
): string | undefined {
	const first = error instanceof AggregateError ? (error.errors[0] as Where | undefined) : undefined
	const where = `${hostname ?? address ?? first?.address ?? 'that host'}${port || first?.port ? `:${port ?? first?.port}` : ''}`
	switch (code) {
		case 'ECONNREFUSED':
		case 'ETIMEDOUT':
		case 'EHOSTUNREACH':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return `PostgreSQL at ${where} cannot be reached (${code}). Check DATABASE_URL, and that the database runs.`
		case '28P01':
		case '28000':
		case '3D000':
		case '42501':
		case '57P03':
			return `PostgreSQL refuses: ${error.message}. Check DATABASE_URL.`
		default:
			return undefined
	}
}

function sqliteSentence(errcode: number | undefined): string | undefined {
	switch (errcode) {
		case 5:
			return 'The store is busy: another process is writing it. Try again.'
		case 11:
		case 26:
			return 'The store is damaged or no store of Guildhall. Restore it from a backup, or choose another data directory.'
		case 8:
		case 14:
			return 'The store cannot be opened for writing. Check who owns the data directory.'
		case 13:
			return 'The disk is full.'
		default:
			return undefined
	}
}
