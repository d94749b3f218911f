import type { Mail } from '../../ports/mailer.ts'
import type { Transaction } from '../../ports/store.ts'

/** The job that sends a mail. */
export const SEND_MAIL = 'mail'

const MINUTE_MS = 60_000
/** A server of mail may be down for a while: from a minute to two hours between tries, for about a day. */
const RETRIES_MS = [1, 5, 15, 60, 120, 120, 240, 240, 480].map((minutes) => minutes * MINUTE_MS)

/** Orders a mail. It is sent at least once after the commit; a server of mail that does not answer is asked again. */
export async function orderMail(tx: Transaction, mail: Mail): Promise<void> {
	await tx.enqueue(SEND_MAIL, mail)
}

/** Milliseconds until a mail is tried again after so many failures; undefined: it is given up. */
export function mailRetryAfterMs(attempts: number): number | undefined {
	return RETRIES_MS[attempts - 1]
}
