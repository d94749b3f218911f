import { type Html, html } from '../html.ts'
import { hidden, page, picture } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import { type ApplicationCard, type ConsentScope, type PersonCard, scopeItem } from './consent.ts'

export type CodeProblem =
	| { kind: 'unknown' }
	/** It was found before, and is not any more. */
	| { kind: 'over' }
	| { kind: 'limited'; minutes: number }

export interface ActivatePage {
	/** What stands in the field: as it was typed, or as the device's address has it. */
	userCode: string
	/** The code came with the address, and nobody has typed it. */
	isGiven: boolean
	problem?: CodeProblem
	csrfToken: string
}

/** Where one types the code of a device, or looks whether it is the right one. */
export function activatePage({ userCode, isGiven, problem, csrfToken }: ActivatePage): string {
	const s = STRINGS.activate
	const described = problem ? 'code-hint code-problem' : 'code-hint'
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel activate">
<h1>${isGiven ? s.checkTitle : s.title}</h1>
<p class="lead">${isGiven ? s.check : s.lead}</p>
<form method="post" action="/activate">
${hidden('csrf_token', csrfToken)}
<div class="field">
<label for="code">${s.code}</label>
<input id="code" class="code" name="user_code" type="text" value="${userCode}" maxlength="64" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required aria-describedby="${described}"${problem ? html` aria-invalid="true"` : ''}${isGiven ? '' : html` autofocus`}>
<p class="hint" id="code-hint">${s.hint}</p>
${problem ? html`<p class="problem" id="code-problem" role="alert">${sentenceOf(problem)}</p>` : ''}
</div>
<button class="primary" type="submit">${s.submit}</button>
</form>
</section>`,
	})
}

function sentenceOf(problem: CodeProblem): string {
	const s = STRINGS.activate
	return problem.kind === 'limited' ? s.limited(problem.minutes) : s[problem.kind]
}

/** Nothing can be allowed before the mail address is confirmed. */
export function activateUnverifiedPage(): string {
	const s = STRINGS.activate
	return page({
		title: s.unverifiedTitle,
		width: 'card',
		body: html`<section class="panel centred">
<h1>${s.unverifiedTitle}</h1>
<p class="lead">${s.unverified}</p>
<a class="button quiet" href="/account">${s.account}</a>
</section>`,
	})
}

export interface DevicePage {
	application: ApplicationCard
	person: PersonCard
	scopes: readonly ConsentScope[]
	/** What the device says it is; null where that is nothing people know. */
	kind: keyof (typeof STRINGS)['device']['kinds'] | null
	/** Where it asked from; null for the person's own network. */
	otherAddress: string | null
	/** How long ago it asked. */
	minutesAgo: number
	userCode: string
	csrfToken: string
}

/** Who asks, for what, and from where; and the decision. */
export function devicePage(device: DevicePage): string {
	const { application, person, scopes, userCode, csrfToken } = device
	const s = STRINGS.device
	const here = `/activate?${new URLSearchParams({ user_code: userCode })}`
	return page({
		title: s.title(application.name),
		width: 'card',
		scripts: ['pause'],
		body: html`<section class="panel consent">
<div class="pair">${picture(application.name, application.iconUrl, 'application')}<span class="between" aria-hidden="true"></span>${picture(person.name, person.avatarUrl, 'person')}</div>
<h1>${s.heading(application.name)}</h1>
<form class="who" method="post" action="/logout">
${hidden('csrf_token', csrfToken)}${hidden('next', `/login?${new URLSearchParams({ next: here })}`)}
<span>${STRINGS.consent.account(person.name)}</span> <button class="link" type="submit">${STRINGS.consent.switchAccount}</button>
</form>
<section class="context${device.otherAddress === null ? '' : ' elsewhere'}" aria-labelledby="context">
<h2 id="context">${s.context}</h2>
<dl class="facts">
${fact(s.device, device.kind === null ? s.unknownKind : s.kinds[device.kind])}
${fact(s.network, device.otherAddress === null ? s.sameNetwork : s.otherNetwork(device.otherAddress))}
${fact(s.asked, device.minutesAgo < 1 ? s.justNow : s.minutesAgo(device.minutesAgo))}
${fact(s.code, html`<code>${userCode}</code>`)}
</dl>
</section>
<p class="lead" id="asks">${s.lead}</p>
<ul class="scopes" aria-labelledby="asks">${scopes.map(scopeItem)}</ul>
<p class="note warning">${s.warning}</p>
<form id="decision" class="decision" method="post" action="/activate/decision">
${hidden('csrf_token', csrfToken)}${hidden('user_code', userCode)}
<button class="quiet" type="submit" name="result" value="denied">${s.deny}</button>
<button class="primary" type="submit" name="result" value="granted">${s.allow}</button>
</form>
</section>`,
	})
}

const fact = (name: string, value: string | Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** What was decided. The device finds out by itself. */
export function decidedPage({ application, isGranted }: { application: ApplicationCard; isGranted: boolean }): string {
	const s = STRINGS.device
	const title = isGranted ? s.allowedTitle : s.deniedTitle
	return page({
		title,
		width: 'card',
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${title}</h1>
<p class="lead" role="status">${isGranted ? s.allowed(application.name) : s.denied(application.name)}</p>
</section>`,
	})
}
