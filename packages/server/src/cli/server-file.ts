/** Where a running server says how it is reached, for commands beside it. */
export const SERVER_FILE = 'server.json'

export interface ServerFile {
	/** Where it listens, not its public address. */
	address: string
}
