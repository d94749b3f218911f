import { html } from '../html.ts'
import { alert, field, hidden, page } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

export interface LoginPage {
	/** Path to go to once signed in. */
	next: string
	name?: string
	problem?: { kind: 'wrong' } | { kind: 'limited'; minutes: number }
	canRegister: boolean
}

export function loginPage({ next, name, problem, canRegister }: LoginPage): string {
	const s = STRINGS.login
	const sentence = problem && (problem.kind === 'wrong' ? s.wrong : s.limited(problem.minutes))
	return page({
		title: STRINGS.login.submit,
		width: 'card',
		body: html`<section class="panel">
<h1>${s.title}</h1>
<p class="lead">${s.lead}</p>
${alert(sentence)}
<form method="post" action="/login">
${hidden('next', next)}
${field({ name: 'name', label: s.name, type: 'text', autocomplete: 'username', value: name ?? '', isFirst: !name })}
${field({ name: 'password', label: s.password, type: 'password', autocomplete: 'current-password', isFirst: Boolean(name) })}
<button class="primary" type="submit">${s.submit}</button>
</form>
${canRegister ? html`<p class="aside">${s.noAccount} <a href="/register?${String(new URLSearchParams({ next }))}">${s.register}</a></p>` : ''}
</section>`,
	})
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
