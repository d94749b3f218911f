import type { ASSETS } from '../../assets.ts'
import { html, type Piece } from '../../html.ts'
import { hidden, page } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { notices, type PortalPage } from '../portal/frame.ts'

/** What every page of an account knows. */
export interface AccountPage extends PortalPage {
	/** Milliseconds since the epoch. */
	now: number
}

export type AccountSection = keyof (typeof STRINGS)['account']['sections']

const PATHS: Record<AccountSection, string> = {
	profile: '/account',
	security: '/account/security',
	logins: '/account/logins',
	friends: '/account/friends',
	apps: '/account/apps',
	games: '/account/games',
}

interface Content {
	section: AccountSection
	/** The heading; the section's name where there is none. */
	title?: string
	lead?: string
	scripts?: readonly (keyof typeof ASSETS)[]
	body: Piece
}

/** A page of an account, with the way to the others. */
export function accountFrame(about: AccountPage, { section, title, lead, scripts = [], body }: Content): string {
	const s = STRINGS.account
	const names = Object.entries(s.sections) as [AccountSection, string][]
	const heading = title ?? s.sections[section]
	return page({
		title: heading,
		width: 'wide',
		scripts,
		body: html`<div class="portal account">
<nav class="sections" aria-label="${s.label}">
<ul>${names.map(([name, label]) => html`<li><a href="${PATHS[name]}"${name === section ? html` aria-current="page"` : ''}>${label}</a></li>`)}</ul>
<form method="post" action="/logout">${hidden('csrf_token', about.csrfToken)}<button class="quiet small" type="submit">${s.signOut}</button></form>
</nav>
<div class="section">
<header><h1>${heading}</h1>${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}</header>
${notices(about)}
${body}
</div>
</div>`,
	})
}

/** A form of the page that does one thing. */
export function form(about: AccountPage, act: string, body: Piece): Piece {
	return html`<form method="post" action="${about.here}">${hidden('csrf_token', about.csrfToken)}${hidden('act', act)}${body}</form>`
}

/** A button that does one thing. */
export function button(
	about: AccountPage,
	act: string,
	{ label, says, kind = 'quiet small', fields = {} }: ButtonSays,
): Piece {
	const named = says === undefined ? '' : html` aria-label="${says}"`
	const values = Object.entries(fields).map(([name, value]) => hidden(name, value))
	return form(about, act, html`${values}<button class="${kind}" type="submit"${named}>${label}</button>`)
}

export interface ButtonSays {
	label: string
	/** What a screen reader says instead. */
	says?: string
	kind?: string
	fields?: Readonly<Record<string, string>>
}
