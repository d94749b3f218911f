import { STRINGS } from './strings/index.ts'

type Happened = keyof (typeof STRINGS)['mails']['happened']
type Endpoint = keyof (typeof STRINGS)['mails']['endpoint']

/** What a mail says. */
export type MailContent =
	| { kind: 'confirm-registration' | 'confirm-address' | 'reset-password'; username: string; link: string }
	| { kind: 'already-registered' | 'address-changed' | 'account-deleted'; username: string }
	| { kind: 'happened'; what: Happened; username: string }
	/** To the owner of an application: its bot has no token any more, an endpoint is not called any more. */
	| { kind: 'token-spent'; username: string; application: string }
	| { kind: 'endpoint'; what: Endpoint; username: string; application: string }

/** The words of a mail. `origin` is the root of the site. */
export function writeMail(content: MailContent, origin: string): { subject: string; text: string } {
	const s = STRINGS.mails
	const { subject, paragraphs } = partsOf(content, origin)
	const signature = s.signature(STRINGS.platform, origin)
	return { subject, text: [s.greeting(content.username), ...paragraphs, `-- \n${signature}`].join('\n\n') }
}

function partsOf(content: MailContent, origin: string): { subject: string; paragraphs: string[] } {
	const s = STRINGS.mails
	const resetLink = `${origin}/login/reset`
	const { kind, username } = content
	switch (kind) {
		case 'confirm-registration':
		case 'confirm-address':
		case 'reset-password': {
			const { subject, lead, end } = s[kind]
			return { subject, paragraphs: [`${lead(username)}\n${content.link}`, end] }
		}
		case 'already-registered': {
			const { subject, lead, end } = s[kind]
			return { subject, paragraphs: [`${lead(username)}\n${origin}/login`, end(resetLink)] }
		}
		case 'address-changed':
			return { subject: s[kind].subject, paragraphs: [s[kind].lead(username), s[kind].end(origin)] }
		case 'account-deleted':
			return { subject: s[kind].subject, paragraphs: [s[kind].lead(username), s[kind].end] }
		case 'happened': {
			const { subject, lead } = s.happened[content.what]
			return { subject, paragraphs: [lead, s.notYou(resetLink)] }
		}
		case 'endpoint': {
			const { subject, lead, end } = s.endpoint[content.what]
			return { subject: subject(content.application), paragraphs: [lead(content.application), end] }
		}
		case 'token-spent': {
			const { subject, lead, end } = s[kind]
			return { subject: subject(content.application), paragraphs: [lead(content.application), end] }
		}
		default:
			return content satisfies never
	}
}
