import { html } from '../../html.ts'
import { field, hidden, page } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { notices } from '../portal/frame.ts'
import { type AccountPage, accountFrame, form } from './frame.ts'

/** Another mail address. */
export function changeEmailPage(about: AccountPage & { sendsMail: boolean }): string {
	const s = STRINGS.account.changeEmail
	const { problems, typed, sendsMail } = about
	const email = field({
		name: 'email',
		label: s.email,
		type: 'email',
		autocomplete: 'email',
		value: typed?.email ?? '',
		problem: problems?.email,
		isFirst: true,
		maxLength: 254,
	})
	return accountFrame(about, {
		section: 'security',
		title: s.title,
		lead: sendsMail ? s.lead : s.leadWithoutMail,
		body: html`<section class="panel">${form(
			about,
			'change',
			html`${email}<p class="actions"><button class="primary" type="submit">${sendsMail ? s.submit : STRINGS.account.save}</button>${back()}</p>`,
		)}</section>`,
	})
}

/** Another password. */
export function changePasswordPage(about: AccountPage & { username: string }): string {
	const s = STRINGS.account.changePassword
	const password = field({
		name: 'password',
		label: s.password,
		type: 'password',
		autocomplete: 'new-password',
		hint: STRINGS.register.passwordHint,
		problem: about.problems?.password,
		isFirst: true,
	})
	return accountFrame(about, {
		section: 'security',
		title: s.title,
		lead: s.lead,
		body: html`<section class="panel">${form(
			about,
			'change',
			html`${unseenUsername(about.username)}${password}<p class="actions"><button class="primary" type="submit">${s.title}</button>${back()}</p>`,
		)}</section>`,
	})
}

/** A passkey is made by the browser: the page needs its script. */
export function addPasskeyPage(about: AccountPage & { suggestion: string }): string {
	const s = STRINGS.account.addPasskey
	const name = field({
		name: 'name',
		label: s.name,
		type: 'text',
		autocomplete: 'off',
		value: about.suggestion,
		hint: s.nameHint,
		maxLength: 60,
		isProse: true,
	})
	return accountFrame(about, {
		section: 'security',
		title: s.title,
		lead: s.lead,
		scripts: ['passkeys'],
		body: html`<section class="panel">
<noscript><p class="alert">${s.needsScript}</p></noscript>
<form data-passkey="add" data-csrf="${about.csrfToken}" data-failed="${STRINGS.passkey.failed}" data-cancelled="${STRINGS.passkey.cancelled}">
${name}
<p class="actions"><button class="primary" type="submit">${s.submit}</button>${back()}</p>
</form>
</section>`,
	})
}

export interface ProofPage extends AccountPage {
	/** Path to go on to. */
	next: string
	username: string
	hasPasskeys: boolean
}

/** Asks once more who one is. */
export function proofPage(about: ProofPage): string {
	const s = STRINGS.account.proof
	const { next, csrfToken, username, hasPasskeys, here, problems } = about
	const password = field({
		name: 'password',
		label: s.password,
		type: 'password',
		autocomplete: 'current-password',
		problem: problems?.password,
		isFirst: true,
	})
	const passkey = html`<form data-passkey="proof" data-csrf="${csrfToken}" data-next="${next}" data-failed="${STRINGS.passkey.failed}" data-cancelled="${STRINGS.passkey.cancelled}" hidden>
<p class="or">${STRINGS.passkey.or}</p><button class="quiet" type="submit">${STRINGS.passkey.instead}</button></form>`
	return page({
		title: s.title,
		width: 'card',
		scripts: hasPasskeys ? ['passkeys'] : [],
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead}</p>
${notices(about)}
<form method="post" action="${here}">${hidden('csrf_token', csrfToken)}${hidden('next', next)}${unseenUsername(username)}
${password}
<button class="primary" type="submit">${s.submit}</button>
</form>
${hasPasskeys ? passkey : ''}
</section>`,
	})
}

/** Tells password managers whose password it is. */
export function unseenUsername(username: string) {
	return html`<input class="unseen" type="text" name="username" value="${username}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">`
}

const back = () => html`<a class="button quiet" href="/account/security">${STRINGS.account.cancel}</a>`
