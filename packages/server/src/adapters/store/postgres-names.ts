import pg from 'pg'

/**
 * The statements that are run often have a name: each connection hands such a text over once, and PostgreSQL plans it
 * once. Only what ports/prepared.ts compiled gets one, so there are few.
 */
export interface StatementNames {
	give(sql: string): void
	of(sql: string): string | undefined
	/** Gives every statement another name, because what the database planned for the old one is no longer true. */
	renew(): void
}

export function statementNames(): StatementNames {
	const numbers = new Map<string, number>()
	let generation = 0
	return {
		give(sql) {
			if (!numbers.has(sql)) numbers.set(sql, numbers.size)
		},
		of(sql) {
			const number = numbers.get(sql)
			return number === undefined ? undefined : `g${generation}_${number}`
		},
		renew() {
			generation++
		},
	}
}

/** A client that sends statements by their names, where they have one. */
export function namingClient(names: StatementNames): typeof pg.Client {
	return class extends pg.Client {
		// biome-ignore lint/suspicious/noExplicitAny: the driver's method has many forms; all but one are handed on
		override query(text: any, ...rest: any[]): any {
			const name = typeof text === 'string' ? names.of(text) : undefined
			if (name === undefined) return super.query(text, ...rest)
			const [values, ...others] = rest
			return super.query({ name, text, values }, ...others)
		}
	}
}
