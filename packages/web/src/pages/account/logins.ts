import { type Html, html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { ago } from '../../times.ts'
import { type AccountPage, accountFrame, button } from './frame.ts'

export interface ShownLogin {
	/** Names it in forms. */
	hash: string
	isHere: boolean
	browser: string | null
	system: string | null
	network: string
	/** Milliseconds since the epoch. */
	begunAt: number
	seenAt: number
}

/** Where one is signed in. */
export function loginsPage(about: AccountPage & { logins: readonly ShownLogin[] }): string {
	const s = STRINGS.account.logins
	const { logins } = about
	return accountFrame(about, {
		section: 'logins',
		lead: s.lead,
		body: html`<section class="panel"><ul class="rows">${logins.map((login) => item(about, login))}</ul>
${logins.length < 2 ? '' : button(about, 'end-others', { label: s.endOthers, kind: 'danger small' })}</section>`,
	})
}

function item(about: AccountPage, { hash, isHere, browser, system, network, begunAt, seenAt }: ShownLogin): Html {
	const s = STRINGS.account.logins
	const name = browser && system ? s.on(browser, system) : (browser ?? system ?? s.unknown)
	const where = network === 'localhost' ? s.local : network
	return html`<li>
<div><h2>${name}${isHere ? html` <span class="state approved">${s.here}</span>` : ''}</h2>
<p class="hint">${s.used} ${ago(seenAt, about.now)}${where === '' ? '' : html` · ${where}`} · ${s.begun} ${ago(begunAt, about.now)}</p></div>
${isHere ? '' : button(about, 'end', { label: s.end, says: s.endLabel(name), fields: { login: hash } })}
</li>`
}
