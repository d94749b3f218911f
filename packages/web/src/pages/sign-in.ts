import { html } from '../html.ts'
import { alert, field, hidden, page, status } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import { waitOf } from '../times.ts'
import { passkeyButton } from './second-step.ts'

export interface LoginPage {
	/** Path to go to once signed in. */
	next: string
	name?: string
	/** `ms`: milliseconds until one may try again. */
	problem?: { kind: 'wrong' } | { kind: 'limited'; ms: number } | { kind: 'expired' }
	canRegister: boolean
	/** Whether a new password can be asked for by mail. */
	sendsMail: boolean
	/** Whether the site's address is one that passkeys can be bound to. */
	hasPasskeys: boolean
	/** A new password was just chosen. */
	hasReset?: boolean
}

export function loginPage({
	next,
	name,
	problem,
	canRegister,
	sendsMail,
	hasPasskeys,
	hasReset = false,
}: LoginPage): string {
	const s = STRINGS.login
	const sentence = problem && sentenceOf(problem)
	return page({
		title: STRINGS.login.submit,
		width: 'card',
		scripts: hasPasskeys ? ['passkeys'] : [],
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead}</p>
${status(hasReset ? s.hasReset : undefined)}${alert(sentence)}
<form method="post" action="/login">
${hidden('next', next)}
${field({ name: 'name', label: s.name, type: 'text', autocomplete: 'username webauthn', value: name ?? '', isFirst: !name })}
${field({ name: 'password', label: s.password, type: 'password', autocomplete: 'current-password', isFirst: Boolean(name) })}
<button class="primary" type="submit">${s.submit}</button>
</form>
${hasPasskeys ? passkeyButton('sign-in', next, STRINGS.passkey.signIn) : ''}
${sendsMail ? html`<p class="aside"><a href="/login/reset">${s.forgot}</a></p>` : ''}
${canRegister ? html`<p class="aside">${s.noAccount} <a href="/register?${String(new URLSearchParams({ next }))}">${s.register}</a></p>` : ''}
</section>`,
	})
}

function sentenceOf(problem: NonNullable<LoginPage['problem']>): string {
	switch (problem.kind) {
		case 'wrong':
			return STRINGS.login.wrong
		case 'limited':
			return STRINGS.login.limited(waitOf(problem.ms))
		case 'expired':
			return STRINGS.secondStep.expired
		default:
			return problem satisfies never
	}
}

type Problems = (typeof STRINGS)['register']['problems']

export interface RegisterPage {
	next: string
	username?: string
	email?: string
	problems?: {
		username?: keyof Problems['username']
		email?: keyof Problems['email']
		password?: keyof Problems['password']
		limit?: true
	}
	isOpen: boolean
}

export function registerPage({ next, username, email, problems = {}, isOpen }: RegisterPage): string {
	const s = STRINGS.register
	const first = problems.email ? 'email' : problems.password && !problems.username ? 'password' : 'username'
	const form = html`<form method="post" action="/register">
${hidden('next', next)}
${field({ name: 'username', label: s.username, type: 'text', autocomplete: 'username', value: username ?? '', hint: s.usernameHint, problem: problems.username && s.problems.username[problems.username], isFirst: first === 'username' })}
${field({ name: 'email', label: s.email, type: 'email', autocomplete: 'email', value: email ?? '', hint: s.emailHint, problem: problems.email && s.problems.email[problems.email], isFirst: first === 'email' })}
${field({ name: 'password', label: s.password, type: 'password', autocomplete: 'new-password', hint: s.passwordHint, problem: problems.password && s.problems.password[problems.password], isFirst: first === 'password' })}
<button class="primary" type="submit">${s.submit}</button>
</form>`
	return page({
		title: s.submit,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${isOpen ? s.lead : s.closed}</p>
${alert(problems.limit && s.limited)}
${isOpen ? form : ''}
<p class="aside">${s.hasAccount} <a href="/login?${String(new URLSearchParams({ next }))}">${s.signIn}</a></p>
</section>`,
	})
}
