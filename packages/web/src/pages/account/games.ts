import { html } from '../../html.ts'
import { picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { ApplicationCard } from '../consent.ts'
import { type AccountPage, accountFrame, button, form } from './frame.ts'

type Senders = keyof (typeof STRINGS)['account']['games']['choices']

export interface GamesPage extends AccountPage {
	senders: Senders
	/** Games that are open now, and can be asked to begin an authorization. */
	open: readonly (ApplicationCard & { id: string })[]
	/** Games that know the person by an account elsewhere: the type of its credential, and its name there. */
	linked: readonly (ApplicationCard & { provider: string; subject: string })[]
}

/** What one is to others in games. */
export function gamesPage(about: GamesPage): string {
	const s = STRINGS.account.games
	const { senders, open, linked } = about
	const choices = (Object.entries(s.choices) as [Senders, string][]).map(
		([value, label]) =>
			html`<label class="choice"><input type="radio" name="senders" value="${value}"${value === senders ? html` checked` : ''}><span>${label}</span></label>`,
	)
	return accountFrame(about, {
		section: 'games',
		lead: s.lead,
		body: html`<section class="panel">${form(
			about,
			'save',
			html`<fieldset><legend>${s.senders}</legend><p class="hint">${s.sendersLead}</p>${choices}</fieldset>
<p><button class="primary" type="submit">${STRINGS.account.save}</button></p>`,
		)}</section>
${
	open.length === 0
		? ''
		: html`<section class="panel" aria-labelledby="open"><h2 id="open">${s.open}</h2>
<p class="hint">${s.openLead}</p>
<ul class="rows">${open.map(({ id, name, iconUrl }) => html`<li>${picture(name, iconUrl, 'application')}<div><h3>${name}</h3></div>${button(about, 'ask', { label: s.ask, says: s.askLabel(name), fields: { application: id } })}</li>`)}</ul>
</section>`
}
<section class="panel" aria-labelledby="linked"><h2 id="linked">${s.linked}</h2>
<p class="hint">${linked.length === 0 ? s.noneLinked : s.linkedLead}</p>
${linked.length === 0 ? '' : html`<ul class="rows">${linked.map(({ name, iconUrl, provider, subject }) => html`<li>${picture(name, iconUrl, 'application')}<div><h3>${name}</h3><p class="hint">${s.player(nameOf(provider), subject)}</p></div></li>`)}</ul>`}
</section>`,
	})
}

/** Whose account it is, in words. */
function nameOf(provider: string): string {
	const { providers, otherProvider } = STRINGS.account.games
	return (providers as Readonly<Record<string, string | undefined>>)[provider] ?? otherProvider
}
