/** PostgreSQL beside what is measured: a schema that goes with the run, and the CPU of the processes that served it. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const URL_OF_SERVER = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
/** Connections of each server under measurement. */
const CONNECTIONS = 10
/** A tick of the kernel's accounting, in microseconds. */
const TICK_MICROS = 10_000

export interface PostgresPlace extends AsyncDisposable {
	at: { url: string; schema: string; connections: number }
	/** Microseconds of CPU of the backends that serve this place; they live as long as their connections. */
	cpuMicros(): Promise<number>
}

/** Whether there is a PostgreSQL to measure on. */
export async function hasPostgres(): Promise<boolean> {
	const client = new pg.Client({ connectionString: URL_OF_SERVER })
	try {
		await client.connect()
		await client.end()
		return true
	} catch {
		return false
	}
}

export async function openPostgresPlace(name: string): Promise<PostgresPlace> {
	const client = new pg.Client({ connectionString: URL_OF_SERVER })
	await client.connect()
	const schema = `bench_${name}_${process.pid}`
	await client.query(`create schema ${schema}`)
	const url = new URL(URL_OF_SERVER)
	url.searchParams.set('application_name', schema)
	return {
		at: { url: url.href, schema, connections: CONNECTIONS },
		async cpuMicros() {
			const { rows } = await client.query('select pid from pg_stat_activity where application_name = $1', [schema])
			return rows.reduce((sum, { pid }) => sum + ticksOf(pid) * TICK_MICROS, 0)
		},
		async [Symbol.asyncDispose]() {
			await client.query(`drop schema ${schema} cascade`)
			await client.end()
		},
	}
}

/** User and system time of a process, from proc(5): the fields after the name in brackets, which may hold blanks. */
function ticksOf(pid: number): number {
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
	return Number(fields[11]) + Number(fields[12])
}
