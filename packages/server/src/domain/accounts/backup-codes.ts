import { createHash, randomInt } from 'node:crypto'
import type { Reading, Transaction } from '../../ports/store.ts'

const COUNT = 10
/** Without letters and digits that look alike: 12 of 31 are 59 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Gives a person ten new codes, in place of any they had. What is answered is shown once; hashes are kept. */
export async function renewBackupCodes(tx: Transaction, userId: string): Promise<string[]> {
	await dropBackupCodes(tx, userId)
	const codes = Array.from({ length: COUNT }, newCode)
	const rows = codes.map((code) => ({ user_id: userId, hash: hashOf(userId, code) }))
	await tx.db.insertInto('backup_codes').values(rows).execute()
	return codes
}

/** Uses a code up. False where the person has none like it. */
export async function takeBackupCode({ db }: Transaction, userId: string, code: string): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom('backup_codes')
		.where('user_id', '=', userId)
		.where('hash', '=', hashOf(userId, code))
		.executeTakeFirst()
	return numDeletedRows > 0n
}

export async function dropBackupCodes({ db }: Transaction, userId: string): Promise<void> {
	await db.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
}

/** How many codes a person has left. */
export async function countBackupCodes({ db }: Reading, userId: string): Promise<number> {
	const row = await db
		.selectFrom('backup_codes')
		.select((code) => code.fn.countAll<number>().as('count'))
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return Number(row?.count ?? 0)
}

function newCode(): string {
	const letters = Array.from({ length: GROUPS * GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
	return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** However it was typed: capitals, blanks and dashes do not count. */
function hashOf(userId: string, code: string): string {
	const tidy = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
	return createHash('sha256').update(`${userId}:${tidy}`).digest('hex')
}
