import { type Html, html, type Piece } from '../../html.ts'
import { field, page } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { type AccountPage, accountFrame, form } from './frame.ts'

type Named = readonly { id: string; name: string }[]

export interface DeletionPage extends AccountPage {
	username: string
	/** What would be nobody's; nothing of it may be left. */
	guilds: Named
	applications: Named
	teams: Named
}

/** The end of an account, and what stands in its way. */
export function deletionPage(about: DeletionPage): string {
	const s = STRINGS.account.deletion
	const { guilds, applications, teams, problems } = about
	const isFree = guilds.length + applications.length + teams.length === 0
	const name = field({
		name: 'name',
		label: s.name,
		type: 'text',
		autocomplete: 'off',
		problem: problems?.name,
		maxLength: 64,
	})
	const submit = form(about, 'delete', html`${name}<p><button class="danger" type="submit">${s.submit}</button></p>`)
	const toPortal = html`<p><a href="/developers">${s.toPortal}</a></p>`
	return accountFrame(about, {
		section: 'profile',
		title: s.title,
		lead: s.lead,
		body: html`<section class="panel"><ul class="effects">${s.effects.map((effect) => html`<li>${effect}</li>`)}</ul>
${isFree ? submit : html`<p class="alert">${s.held}</p>${held(s.guilds, guilds)}${held(s.applications, applications)}${held(s.teams, teams)}${applications.length + teams.length === 0 ? '' : toPortal}`}
</section>`,
	})
}

function held(heading: string, things: Named): Piece {
	if (things.length === 0) return ''
	return html`<div><h2>${heading}</h2><ul class="effects">${things.map(({ name }): Html => html`<li>${name}</li>`)}</ul></div>`
}

/** There is no account any more. */
export function deletedPage(): string {
	const s = STRINGS.account.deletion
	return page({
		title: s.done,
		width: 'card',
		body: html`<section class="panel centred"><h1>${s.done}</h1><p class="lead">${s.doneLead}</p><a class="button quiet" href="/">${STRINGS.failure.home}</a></section>`,
	})
}
