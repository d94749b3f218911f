import { html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, facts, itemAct, type SectionPage, sectionPage } from './frame.ts'
import { line, tick } from './inputs.ts'

const dated = (time: number) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time)

export interface OAuthSection extends SectionPage {
	section: 'oauth'
	isPublicClient: boolean
	secrets: readonly { id: string; createdAt: number }[]
	redirectUris: readonly string[]
	/** How a redirect into the platform's own app would look. */
	standardRedirect: string
	/** Opens the consent page; null while there is no redirect URI. */
	authorizeUrl: string | null
}

/** How an application gets tokens. */
export function oauthSection(about: OAuthSection): string {
	const s = STRINGS.portal.oauth
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel">${facts([[s.clientId, html`<code>${about.application.id}</code>`]])}</section>
${act(about, { name: 'client', heading: s.client, submit: STRINGS.portal.save, fields: tick(about, { name: 'public_client', label: s.publicClient, hint: s.publicClientHint, isOn: about.isPublicClient }) })}
<section class="panel" aria-labelledby="secrets">
<h2 id="secrets">${s.secrets}</h2>
<p class="hint">${s.secretsLead}</p>
<ul class="rows">${about.secrets.map(({ id, createdAt }) => {
			const date = dated(createdAt)
			return html`<li><div>${s.secretMade(date)}</div>${about.secrets.length < 2 ? '' : itemAct(about, { name: 'remove-secret', fields: { secret: id }, label: s.removeSecret, says: s.removeSecretLabel(date) })}</li>`
		})}</ul>
${itemAct(about, { name: 'add-secret', fields: {}, label: s.addSecret, says: s.addSecret })}
</section>
<section class="panel" aria-labelledby="redirects">
<h2 id="redirects">${s.redirects}</h2>
<p class="hint">${about.redirectUris.length === 0 ? s.noRedirects : s.redirectsLead}</p>
${about.redirectUris.length === 0 ? '' : html`<ul class="rows">${about.redirectUris.map((uri, index) => html`<li><div><code>${uri}</code>${index === 0 && about.redirectUris.length > 1 ? html` <span class="hint">(${s.first})</span>` : ''}</div>${itemAct(about, { name: 'remove-redirect', fields: { uri }, label: s.removeRedirect, says: s.removeRedirectLabel(uri) })}</li>`)}</ul>`}
</section>
${act(about, {
	name: 'add-redirect',
	submit: s.addRedirect,
	fields: line(about, {
		name: 'redirect_uri',
		label: s.redirect,
		hint: s.redirectHint(about.standardRedirect),
		isRequired: true,
		maxLength: 2048,
		check: 'redirect_uri',
	}),
})}
${about.authorizeUrl === null ? '' : html`<section class="panel" aria-labelledby="link"><h2 id="link">${s.link}</h2><p class="hint">${s.linkLead}</p><p><a href="${about.authorizeUrl}"><code>${about.authorizeUrl}</code></a></p></section>`}`,
	)
}
