import { type Html, html } from '../html.ts'
import { hidden, page, picture } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import type { ApplicationCard, PersonCard } from './consent.ts'

export interface ConnectedApplication extends ApplicationCard {
	/** Names the authorization. */
	id: string
	/** What it may do, in words. */
	says: readonly string[]
	/** Milliseconds since the epoch. */
	since: number
}

export interface AccountPage {
	person: PersonCard & { username: string; email: string | null; isVerified: boolean }
	applications: readonly ConnectedApplication[]
	csrfToken: string
	/** An app was just removed. */
	hasRemoved: boolean
}

export function accountPage({ person, applications, csrfToken, hasRemoved }: AccountPage): string {
	const s = STRINGS.account
	return page({
		title: s.title,
		width: 'column',
		body: html`<section class="panel profile">
${picture(person.name, person.avatarUrl, 'person')}
<div>
<h1>${person.name}</h1>
<dl class="facts">
<div><dt>${s.username}</dt><dd>${person.username}</dd></div>
${person.email === null ? '' : html`<div><dt>${s.email}</dt><dd>${person.email}${person.isVerified ? '' : html` <span class="tag">${s.unconfirmed}</span>`}</dd></div>`}
</dl>
</div>
<form method="post" action="/logout">${hidden('csrf_token', csrfToken)}<button class="quiet" type="submit">${s.signOut}</button></form>
</section>
<section class="panel" aria-labelledby="applications">
<h2 id="applications">${s.applications}</h2>
${hasRemoved ? html`<p class="status" role="status">${s.removed}</p>` : ''}
<p class="hint">${applications.length === 0 ? s.none : s.applicationsLead}</p>
${applications.length === 0 ? '' : html`<ul class="applications">${applications.map((application) => item(application, csrfToken))}</ul>`}
</section>`,
	})
}

function item(application: ConnectedApplication, csrfToken: string): Html {
	const s = STRINGS.account
	const since = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(application.since)
	return html`<li>
${picture(application.name, application.iconUrl, 'application')}
<div><h3>${application.name}</h3><p>${application.says.join(' · ')}</p><p class="hint">${s.since(since)}</p></div>
<form method="post" action="/account/applications/remove">${hidden('csrf_token', csrfToken)}${hidden('authorization', application.id)}<button class="quiet" type="submit" aria-label="${s.removeLabel(application.name)}">${s.remove}</button></form>
</li>`
}
