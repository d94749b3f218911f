import { type Html, html } from '../../html.ts'
import { picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { ago, dateOf } from '../../times.ts'
import { type ApplicationCard, type ConsentScope, scopeItem } from '../consent.ts'
import { type AccountPage, accountFrame, button } from './frame.ts'

export interface ConnectedApplication extends ApplicationCard {
	/** Names the authorization. */
	id: string
	/** What it may do, in words. */
	scopes: readonly ConsentScope[]
	/** Milliseconds since the epoch. */
	since: number
	usedAt: number
}

/** What uses the account. */
export function appsPage(about: AccountPage & { applications: readonly ConnectedApplication[] }): string {
	const s = STRINGS.account.apps
	const { applications } = about
	return accountFrame(about, {
		section: 'apps',
		lead: applications.length === 0 ? s.none : s.lead,
		body:
			applications.length === 0
				? ''
				: html`<section class="panel"><ul class="applications">${applications.map((application) => item(about, application))}</ul></section>`,
	})
}

function item(about: AccountPage, { id, name, iconUrl, scopes, since, usedAt }: ConnectedApplication): Html {
	const s = STRINGS.account.apps
	return html`<li>
${picture(name, iconUrl, 'application')}
<div><h2>${name}</h2><p class="hint">${s.since(dateOf(since))} · ${s.used} ${ago(usedAt, about.now)}</p>
${scopes.length === 0 ? '' : html`<p class="can">${s.can}</p><ul class="scopes">${scopes.map(scopeItem)}</ul>`}</div>
${button(about, 'remove', { label: s.remove, says: s.removeLabel(name), fields: { authorization: id } })}
</li>`
}
