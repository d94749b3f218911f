import { type MailContent, writeMail } from '@guildhall/web'
import { findPerson, findUser } from '../domain/accounts/accounts.ts'
import type { Letter } from '../domain/accounts/letters.ts'
import { mailRetryAfterMs } from '../domain/accounts/mails.ts'
import type { Registration } from '../domain/accounts/registration.ts'
import { createTicket, findTicketOf, type NewTicket } from '../domain/accounts/tickets.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Store } from '../ports/store.ts'
import type { JobKind } from './worker.ts'

/** Writes letters and sends them. A letter whose reason is gone when its turn comes is not sent. */
export function letterKind(store: Store, mailer: Mailer | undefined): JobKind {
	return {
		async outside(letter: Letter) {
			const written = mailer && (await write(store, letter))
			if (!written) return
			const { to, ...content } = written
			await mailer.send({ to, ...writeMail(content, store.links.origin) })
		},
		retryAfterMs: mailRetryAfterMs,
	}
}

type Written = MailContent & { to: string }

async function write(store: Store, letter: Letter): Promise<Written | undefined> {
	switch (letter.kind) {
		case 'confirm-registration': {
			const waiting = await findTicketOf(store, 'registration', letter.registration)
			if (!waiting) return undefined
			const { username, email } = waiting.data as Registration
			const data = { registration: letter.registration }
			const link = await linkTo(store, '/register/confirm', { kind: letter.kind, data })
			return { kind: letter.kind, to: email, username, link }
		}
		case 'already-registered': {
			const user = await findPerson(store, letter.email)
			return user && { kind: letter.kind, to: letter.email, username: user.username }
		}
		case 'confirm-address': {
			const { userId, email } = letter
			const user = await findUser(store, userId)
			if (!user || user.deleted_at !== null) return undefined
			const link = await linkTo(store, '/email/confirm', { kind: letter.kind, userId, data: { email } })
			return { kind: letter.kind, to: email, username: user.username, link }
		}
		case 'reset-password': {
			const user = await findPerson(store, letter.name)
			if (!user?.email) return undefined
			const { id: userId, email, username } = user
			const link = await linkTo(store, '/login/reset/choose', { kind: letter.kind, userId, data: { email } })
			return { kind: letter.kind, to: email, username, link }
		}
		case 'happened': {
			const user = await findUser(store, letter.userId)
			if (!user?.email || !user.is_verified || user.deleted_at !== null) return undefined
			return { kind: letter.kind, what: letter.what, to: user.email, username: user.username }
		}
		case 'address-changed':
		case 'account-deleted':
			return letter
		default:
			return letter satisfies never
	}
}

/** A link that opens something once. Only what it carries can open it: the store keeps a hash. */
async function linkTo(store: Store, path: string, ticket: NewTicket): Promise<string> {
	const token = await store.transaction((tx) => createTicket(tx, ticket))
	return `${store.links.origin}${path}?${new URLSearchParams({ token })}`
}
