import { type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

export interface ShownMail {
	to: string
	subject: string
	text: string
}

/** Mails that were not sent, latest first. */
export function consolePage({ mails }: { mails: readonly ShownMail[] }): string {
	const s = STRINGS.console
	return page({
		title: s.title,
		width: 'column',
		body: html`<section class="hero"><h1>${s.title}</h1><p class="lead">${s.lead}</p></section>
${mails.length === 0 ? html`<section class="panel centred"><p class="hint">${s.none}</p></section>` : html`<ol class="mails">${mails.map(item)}</ol>`}`,
	})
}

function item({ to, subject, text }: ShownMail): Html {
	return html`<li class="panel mail"><div><h2>${subject}</h2><p class="hint">${STRINGS.console.to(to)}</p></div><div class="written">${linked(text)}</div></li>`
}

/** Text whose addresses can be followed. */
function linked(text: string): Html[] {
	return text
		.split(/(https?:\/\/[^\s<>"]+)/)
		.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
