/** Reading mails as people do: the latest one to an address, and the link in it. */
import assert from 'node:assert/strict'
import type { Mail } from '../src/ports/mailer.ts'
import type { TestServer } from './server.ts'

/** The latest mail to this address, once everything that is ordered was sent. */
export async function mailTo(server: TestServer, address: string): Promise<Mail> {
	await server.app.worker.idle()
	const mail = server.mails.find(({ to }) => to === address)
	assert.ok(mail, `no mail to ${address}`)
	return mail
}

/** How many mails went to this address. */
export async function mailsTo(server: TestServer, address: string): Promise<number> {
	await server.app.worker.idle()
	return server.mails.filter(({ to }) => to === address).length
}

/** The path of the link in a mail. */
export function linkIn({ text }: Mail): string {
	const link = /^https?:\/\/\S+\?token=\S+$/m.exec(text)?.[0]
	assert.ok(link, text)
	const { pathname, search } = new URL(link)
	return pathname + search
}

/** The token of a link. */
export const tokenIn = (link: string): string => new URL(link, 'http://x').searchParams.get('token') ?? ''
