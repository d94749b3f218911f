import { type Html, html, safeHref } from '../html.ts'
import { hidden, page, picture } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

export interface ApplicationCard {
	name: string
	iconUrl: string | null
}

export interface PersonCard {
	name: string
	avatarUrl: string | null
}

/** One thing the application gets, and what is in it where it stands for several. */
export interface ConsentScope {
	says: string
	includes: readonly string[]
}

export interface ConsentPage {
	application: ApplicationCard
	person: PersonCard
	scopes: readonly ConsentScope[]
	/** The host the person goes back to; null for an app on the device. */
	returnsTo: string | null
	/** Names the stored request. */
	request: string
	csrfToken: string
	/** Path of this page, to come back to with another account. */
	here: string
}

export function consentPage({ application, person, scopes, returnsTo, request, csrfToken, here }: ConsentPage): string {
	const s = STRINGS.consent
	return page({
		title: s.title(application.name),
		width: 'card',
		scripts: ['consent'],
		body: html`<section class="panel consent" data-failed="${s.failed}">
<div class="pair">${picture(application.name, application.iconUrl, 'application')}<span class="between" aria-hidden="true"></span>${picture(person.name, person.avatarUrl, 'person')}</div>
<h1>${s.heading(application.name)}</h1>
<form class="who" method="post" action="/logout">
${hidden('csrf_token', csrfToken)}${hidden('next', `/login?${new URLSearchParams({ next: here })}`)}
<span>${s.account(person.name)}</span> <button class="link" type="submit">${s.switchAccount}</button>
</form>
<p class="lead" id="asks">${s.lead}</p>
<ul class="scopes" aria-labelledby="asks">${scopes.map(scopeItem)}</ul>
<p class="note">${returnsTo === null ? s.returnsToApp : html`${s.returnsTo} <strong>${returnsTo}</strong>.`} ${s.revocable}</p>
<form id="decision" class="decision" method="post" action="/oauth2/authorize">
${hidden('csrf_token', csrfToken)}${hidden('request', request)}
<button class="quiet" type="submit" name="authorize" value="false">${s.cancel}</button>
<button class="primary" type="submit" name="authorize" value="true">${s.authorize}</button>
</form>
</section>
<section class="panel done" hidden tabindex="-1">
<h1>${s.done}</h1>
<p class="lead">${s.doneLead(application.name)}</p>
</section>`,
	})
}

export function scopeItem({ says, includes }: ConsentScope): Html {
	if (includes.length === 0) return html`<li>${says}</li>`
	return html`<li>${says}<details><summary>${STRINGS.consent.details}</summary><ul>${includes.map((part) => html`<li>${part}</li>`)}</ul></details></li>`
}

/** Takes a browser without scripts back to the application. */
export function returningPage({ application, location }: { application: ApplicationCard; location: string }): string {
	const s = STRINGS.returning
	return page({
		title: s.title(application.name),
		width: 'card',
		goesTo: safeHref(location),
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${s.title(application.name)}</h1>
<p class="lead">${s.lead}</p>
<a class="button primary" href="${safeHref(location)}">${s.go(application.name)}</a>
</section>`,
	})
}

/** The person's mail address is not confirmed, so nothing can be allowed. */
export function unverifiedPage({ application, location }: { application: ApplicationCard; location: string }): string {
	const s = STRINGS.unverified
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${s.title}</h1>
<p class="lead">${s.lead(application.name)}</p>
<a class="button quiet" href="${safeHref(location)}">${s.cancel(application.name)}</a>
</section>`,
	})
}
