import { type Html, html } from '../html.ts'
import { alert, field, hidden, page, status } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import { unseenUsername } from './account/changes.ts'

type Problems = (typeof STRINGS)['register']['problems']

export interface RegistrationSentPage {
	email: string
	/** The mail was just asked for again: whether it is sent. */
	isReminded?: boolean
}

/** A registration waits for its mail address. The same page whoever has the address. */
export function registrationSentPage({ email, isReminded }: RegistrationSentPage): string {
	const s = STRINGS.registrationSent
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead} <strong>${email}</strong>.</p>
${status(isReminded === true ? s.reminded : undefined)}${alert(isReminded === false ? s.enough : undefined)}
<p class="hint">${s.hint}</p>
<form method="post" action="/register/again"><button class="quiet" type="submit">${s.again}</button></form>
<p class="aside"><a href="/register">${s.other}</a></p>
</section>`,
	})
}

export interface ConfirmRegistrationPage {
	token: string
	username: string
	email: string
	/** Whether this browser registered; any other is asked for the password. */
	isOwn: boolean
	isNameTaken: boolean
	problem?: 'wrong-password' | 'limited' | keyof Problems['username']
}

/** The link of a registration was followed. */
export function confirmRegistrationPage(given: ConfirmRegistrationPage): string {
	const { token, username, email, isOwn, isNameTaken, problem } = given
	const s = STRINGS.confirmRegistration
	const nameProblem = problem === 'wrong-password' || problem === 'limited' ? undefined : problem
	const name = field({
		name: 'username',
		label: s.username,
		type: 'text',
		autocomplete: 'username',
		value: username,
		hint: s.usernameHint,
		problem: nameProblem && STRINGS.register.problems.username[nameProblem],
		isFirst: true,
	})
	const password = field({
		name: 'password',
		label: s.password,
		type: 'password',
		autocomplete: 'current-password',
		hint: s.passwordHint,
		problem: problem === 'wrong-password' ? s.wrongPassword : undefined,
		isFirst: !isNameTaken,
	})
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead} <strong>${username}</strong> ${s.with} <strong>${email}</strong>.</p>
${alert(problem === 'limited' ? s.limited : undefined)}
<form method="post" action="/register/confirm">
${hidden('token', token)}
${isNameTaken ? name : ''}
${isOwn ? '' : password}
<button class="primary" type="submit">${s.submit}</button>
</form>
</section>`,
	})
}

export interface ConfirmAddressPage {
	token: string
	email: string
	username: string
}

/** The link that confirms an address was followed. */
export function confirmAddressPage({ token, email, username }: ConfirmAddressPage): string {
	const s = STRINGS.confirmAddress
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead} <strong>${email}</strong> ${s.of} <strong>${username}</strong>.</p>
<form method="post" action="/email/confirm">${hidden('token', token)}<button class="primary" type="submit">${s.submit}</button></form>
</section>`,
	})
}

export function addressConfirmedPage(): string {
	const s = STRINGS.confirmAddress
	return notice(s.done, s.doneLead, html`<a class="button primary" href="/account">${s.account}</a>`)
}

/** Asks whose password is forgotten. */
export function resetPage({ sendsMail, isLimited = false }: { sendsMail: boolean; isLimited?: boolean }): string {
	const s = STRINGS.reset
	const form = html`<form method="post" action="/login/reset">
${field({ name: 'name', label: s.name, type: 'text', autocomplete: 'username', isFirst: true, maxLength: 254 })}
<button class="primary" type="submit">${s.submit}</button>
</form>`
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${sendsMail ? s.lead : s.none}</p>
${alert(isLimited ? s.limited : undefined)}
${sendsMail ? form : ''}
<p class="aside"><a href="/login">${s.back}</a></p>
</section>`,
	})
}

/** The same page whether there is such an account or not. */
export function resetSentPage(): string {
	const s = STRINGS.reset
	return notice(
		s.sentTitle,
		s.sentLead,
		html`<p class="hint">${s.sentHint}</p><a class="button quiet" href="/login">${s.back}</a>`,
	)
}

export interface NewPasswordPage {
	token: string
	username: string
	problem?: keyof Problems['password']
}

/** The link to a new password was followed. */
export function newPasswordPage({ token, username, problem }: NewPasswordPage): string {
	const s = STRINGS.newPassword
	const { passwordHint, problems } = STRINGS.register
	const password = field({
		name: 'password',
		label: s.password,
		type: 'password',
		autocomplete: 'new-password',
		hint: passwordHint,
		problem: problem && problems.password[problem],
		isFirst: true,
	})
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead(username)}</p>
<form method="post" action="/login/reset/choose">
${hidden('token', token)}
${unseenUsername(username)}
${password}
<button class="primary" type="submit">${s.submit}</button>
</form>
</section>`,
	})
}

function notice(title: string, lead: string, rest: Html): string {
	return page({
		title,
		width: 'card',
		body: html`<section class="panel centred"><h1>${title}</h1><p class="lead">${lead}</p>${rest}</section>`,
	})
}
