import { ApiError, formError, type NewAccountBan, type Person, readTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { holdUser } from '../accounts/accounts.ts'
import { END_BAN, findBan, keepBan, liftBan } from '../accounts/bans.ts'
import { endLogins } from '../accounts/logins.ts'
import { deauthorizeEverywhere } from '../applications/authorizations.ts'
import { endOwnersTokens } from '../applications/tokens.ts'
import { personNamed, userNamed, viewPerson } from './people.ts'
import { type Operator, record } from './record.ts'

/**
 * Bans a person, in place of a ban that holds. Every login, every authorization and every token ends in the same
 * transaction; games keep a placeholder that cannot be linked until the ban is over (E1–E5).
 * @throws UnknownUser, InvalidUserType, InvalidFormBody
 */
export async function banPerson(
	tx: Transaction,
	operator: Operator,
	named: string,
	ban: NewAccountBan,
): Promise<Person> {
	const user = await personNamed(tx, named)
	const until = endOf(ban, tx.now())
	const reason = ban.reason?.trim() || null
	await holdUser(tx, user.id)
	const id = await keepBan(tx, { userId: user.id, until, reason, by: operator.name })
	if (until !== null) await tx.enqueue(END_BAN, { ban_id: id }, until)
	await endLogins(tx, user.id)
	await deauthorizeEverywhere(tx, user.id, 'banned')
	await endOwnersTokens(tx, user.id)
	await record(tx, operator, {
		act: 'ban_user',
		userId: user.id,
		detail: { until: wireTimeOrNull(until), reason },
	})
	return viewPerson(tx, user)
}

/** When a ban ends; null: never. @throws InvalidFormBody */
function endOf({ until, seconds }: NewAccountBan, now: number): number | null {
	if (until && seconds) throw formError(['until'], 'BASE_TYPE_CONFLICT', 'Say either `until` or `seconds`.')
	if (seconds) return now + seconds * 1000
	if (!until) return null
	const end = readTime(until)
	if (end <= now) throw formError(['until'], 'DATE_TIME_TYPE_PAST', 'A ban must end in the future.')
	return end
}

/** Lifts a ban, and what it forbids to games. What it ended stays ended. @throws UnknownUser, UnknownBan */
export async function unbanPerson(tx: Transaction, operator: Operator, named: string): Promise<Person> {
	const user = await userNamed(tx, named)
	await holdUser(tx, user.id)
	const ban = await findBan(tx, user.id)
	if (!ban || !(await liftBan(tx, user.id, operator.name))) throw new ApiError('UnknownBan')
	await record(tx, operator, { act: 'unban_user', userId: user.id })
	return viewPerson(tx, user)
}
