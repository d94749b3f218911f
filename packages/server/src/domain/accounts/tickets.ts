import { randomBytes } from 'node:crypto'
import type { Reading, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'

/** Whatever is good once and for a while, and how long each is. */
const TICKETS = {
	/** A registration that waits for its mail address to be confirmed. */
	registration: 24 * 3_600_000,
	/** The link that confirms it. */
	'confirm-registration': 24 * 3_600_000,
	/** The link that confirms the address of an account. */
	'confirm-address': 24 * 3_600_000,
	/** The link to a new password. */
	'reset-password': 3_600_000,
	/** A password was right; the second step is not done. */
	'second-step': 5 * 60_000,
	/** A challenge to a passkey that was answered: kept so that the answer is good once. */
	challenge: 5 * 60_000,
} as const

export type TicketKind = keyof typeof TICKETS

export interface NewTicket {
	kind: TicketKind
	userId?: string
	/** What it stands for. */
	data?: unknown
}

export interface Ticket {
	hash: string
	userId: string | null
	data: unknown
}

/** Milliseconds that a ticket is good for. */
export const ticketMs = (kind: TicketKind): number => TICKETS[kind]

/** Makes a ticket; the answer is its secret, of which only a hash is kept. */
export async function createTicket(tx: Transaction, ticket: NewTicket): Promise<string> {
	const secret = randomBytes(32).toString('base64url')
	await tx.db
		.insertInto('tickets')
		.values(rowOf(tx, hashToken(secret), ticket))
		.execute()
	return secret
}

/** Notes that a secret was used. False where it was before. */
export async function noteUsed(tx: Transaction, kind: TicketKind, secret: string): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('tickets')
		.values(rowOf(tx, hashToken(secret), { kind }))
		.onConflict((conflict) => conflict.column('hash').doNothing())
		.executeTakeFirst()
	return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

function rowOf({ now }: Transaction, hash: string, { kind, userId, data }: NewTicket) {
	const expires_at = now() + TICKETS[kind]
	return { hash, kind, user_id: userId ?? null, data: JSON.stringify(data ?? null), expires_at }
}

/** The ticket of this secret, which stays good; undefined for none. */
export function findTicket(from: Reading, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
	return findTicketOf(from, kind, hashToken(secret))
}

/** The same, by its hash. */
export async function findTicketOf(from: Reading, kind: TicketKind, hash: string): Promise<Ticket | undefined> {
	const row = await from.db
		.selectFrom('tickets')
		.selectAll()
		.where('hash', '=', hash)
		.where('kind', '=', kind)
		.where('expires_at', '>', from.now())
		.executeTakeFirst()
	return row && { hash: row.hash, userId: row.user_id, data: JSON.parse(row.data) as unknown }
}

/** Uses a ticket up. False where somebody else has, or its time is over. */
export async function takeTicket(tx: Transaction, hash: string): Promise<boolean> {
	const { numDeletedRows } = await tx.db
		.deleteFrom('tickets')
		.where('hash', '=', hash)
		.where('expires_at', '>', tx.now())
		.executeTakeFirst()
	return numDeletedRows > 0n
}

/** Throws away what a person has of these kinds. */
export async function dropTickets({ db }: Transaction, userId: string, kinds: readonly TicketKind[]): Promise<void> {
	await db.deleteFrom('tickets').where('user_id', '=', userId).where('kind', 'in', kinds).execute()
}
