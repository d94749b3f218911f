import { html } from '../html.ts'
import { page } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

export type Failure =
	/** A request of an application that nothing can be answered to. */
	| { kind: 'request'; error: string; description: string }
	| { kind: 'expired' }
	/** A link of a mail that is not good, or no longer. */
	| { kind: 'link' }
	| { kind: 'foreign'; origin: string }
	/** `until` in milliseconds; null: for ever. */
	| { kind: 'banned'; until: number | null; reason: string | null }
	| { kind: 'not-found' }

/** Something cannot be done, and why. */
export function failurePage(failure: Failure): string {
	const s = STRINGS.failure
	const title = titleOf(failure)
	return page({
		title,
		width: 'card',
		body: html`<section class="panel centred">
<h1>${title}</h1>
<p class="lead">${sentenceOf(failure)}</p>
${failure.kind === 'request' ? html`<details class="technical"><summary>${s.details}</summary><p><code>${failure.error}</code> ${failure.description}</p></details>` : ''}
<a class="button quiet" href="/">${s.home}</a>
</section>`,
	})
}

function titleOf({ kind }: Failure): string {
	const s = STRINGS.failure
	if (kind === 'not-found') return s.notFoundTitle
	if (kind === 'banned') return s.bannedTitle
	return kind === 'link' ? s.linkTitle : s.title
}

function sentenceOf(failure: Failure): string {
	const s = STRINGS.failure
	switch (failure.kind) {
		case 'request':
			return s.lead
		case 'expired':
			return s.expired
		case 'link':
			return s.link
		case 'foreign':
			return s.foreign(failure.origin)
		case 'banned':
			return s.banned(failure.until, failure.reason)
		case 'not-found':
			return s.notFound
		default:
			return failure satisfies never
	}
}

/** The end of a request that leads back to no application. */
export function authorizedPage({ isDenied }: { isDenied: boolean }): string {
	const s = STRINGS.authorized
	const [title, lead] = isDenied ? [s.deniedTitle, s.deniedLead] : [s.title, s.lead]
	return page({
		title,
		width: 'card',
		body: html`<section class="panel centred"><h1>${title}</h1><p class="lead">${lead}</p></section>`,
	})
}
