import { createTransport } from 'nodemailer'
import type { Mailer } from '../../ports/mailer.ts'

export interface SmtpOptions {
	/** `smtp://` or `smtps://`, with user and password where the server asks for them. */
	url: string
	/** Whom mails are from. */
	from: string
}

/** Hands mails to a server of mail. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
	const transport = createTransport(url, { from })
	return {
		async send({ to, subject, text }) {
			// As an object it is one address, whatever is in it: text would be taken for a list.
			await transport.sendMail({ to: { name: '', address: to }, subject, text })
		},
		async close() {
			transport.close()
		},
	}
}
