import { html } from '../html.ts'
import { page } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

export interface HomePage {
	/** The name of who is signed in. */
	person?: string
	canRegister: boolean
	/** Whether mails are shown at `/console`. */
	hasConsole: boolean
	/** Addresses that developers look for. */
	apiUrl: string
	gatewayUrl: string
	discoveryUrl: string
}

/** What runs here. */
export function homePage({ person, canRegister, hasConsole, apiUrl, gatewayUrl, discoveryUrl }: HomePage): string {
	const s = STRINGS.home
	const actions =
		person === undefined
			? html`<a class="button primary" href="/login">${s.signIn}</a>${canRegister ? html`<a class="button quiet" href="/register">${s.register}</a>` : ''}`
			: html`<a class="button primary" href="/account">${s.account}</a>`
	return page({
		title: s.title,
		width: 'column',
		body: html`<section class="hero">
<h1>${s.tagline}</h1>
<p class="lead">${s.about}</p>
<p class="actions">${actions}</p>
${person === undefined ? '' : html`<p class="hint">${s.signedInAs(person)}</p>`}
</section>
<section class="panel" aria-labelledby="developers">
<h2 id="developers">${s.developers}</h2>
<p class="hint">${s.portalLead} <a href="/developers">${s.portal}</a></p>
<dl class="facts">
<div><dt>${s.api}</dt><dd><code>${apiUrl}</code></dd></div>
<div><dt>${s.gateway}</dt><dd><code>${gatewayUrl}</code></dd></div>
<div><dt>${s.discovery}</dt><dd><a href="${discoveryUrl}"><code>${discoveryUrl}</code></a></dd></div>
${hasConsole ? html`<div><dt>${s.mails}</dt><dd><a href="/console">${s.console}</a></dd></div>` : ''}
</dl>
</section>`,
	})
}
