import { type Html, html } from '../html.ts'
import { alert, field, hidden, page } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import { waitOf } from '../times.ts'

export interface SecondStepPage {
	next: string
	/** Whether the person has passkeys that do instead of a code. */
	hasPasskeys: boolean
	/** `ms`: milliseconds until one may try again. */
	problem?: { kind: 'wrong' } | { kind: 'limited'; ms: number }
}

/** The password was right; a code is asked for. */
export function secondStepPage({ next, hasPasskeys, problem }: SecondStepPage): string {
	const s = STRINGS.secondStep
	const sentence = problem && (problem.kind === 'wrong' ? s.wrong : STRINGS.login.limited(waitOf(problem.ms)))
	const code = field({
		name: 'code',
		label: s.code,
		type: 'text',
		autocomplete: 'one-time-code',
		hint: s.codeHint,
		isFirst: true,
		maxLength: 32,
	})
	return page({
		title: s.title,
		width: 'card',
		scripts: hasPasskeys ? ['passkeys'] : [],
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead}</p>
${alert(sentence)}
<form method="post" action="/login/second-step">
${hidden('next', next)}
${code}
<button class="primary" type="submit">${s.submit}</button>
</form>
${hasPasskeys ? passkeyButton('second-step', next, STRINGS.passkey.instead) : ''}
<p class="aside"><a href="/login?${String(new URLSearchParams({ next }))}">${s.back}</a></p>
</section>`,
	})
}

/** A button that a script brings to life; without one it is not there. */
export function passkeyButton(purpose: 'sign-in' | 'second-step', next: string, label: string): Html {
	const { failed, cancelled, or } = STRINGS.passkey
	return html`<form data-passkey="${purpose}" data-next="${next}" data-failed="${failed}" data-cancelled="${cancelled}" hidden>
<p class="or">${or}</p><button class="quiet" type="submit">${label}</button></form>`
}
