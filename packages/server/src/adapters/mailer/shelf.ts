import type { Mail, Mailer } from '../../ports/mailer.ts'

/** Older mails are thrown away. */
const MOST_KEPT = 200

/** A mailer that sends nothing: mails lie on a shelf, latest first, for whoever develops or tests. */
export interface MailShelf extends Mailer {
	readonly mails: readonly Mail[]
}

export function mailShelf(): MailShelf {
	const mails: Mail[] = []
	return {
		mails,
		async send(mail) {
			mails.unshift(mail)
			mails.splice(MOST_KEPT)
		},
		async close() {},
	}
}
