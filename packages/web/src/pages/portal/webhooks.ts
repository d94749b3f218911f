import { type Html, html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, itemAct, type SectionPage, sectionPage } from './frame.ts'
import { line, tick } from './inputs.ts'

/** An event that was sent, or is on its way. */
export interface DeliveryItem {
	id: string
	type: string
	/** Milliseconds since the epoch. */
	createdAt: number
	outcome: 'pending' | 'delivered' | 'failed' | 'dropped'
	tries: readonly { at: number; status: number | null; duration: number; error: string | null }[]
	nextTryAt: number | null
}

export interface WebhooksSection extends SectionPage {
	section: 'webhooks'
	url: string
	isEnabled: boolean
	isDisabledByPlatform: boolean
	types: readonly { name: string; isOn: boolean }[]
	interactionsUrl: string
	deliveries: readonly DeliveryItem[]
	/** The id with which the next page begins; null on the last. */
	older: string | null
	isFirstPage: boolean
	/** The one that is looked at. */
	looked?: (DeliveryItem & { body: string }) | undefined
}

const timed = (time: number) =>
	new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(time)

/** Where an application is called, and what became of it. */
export function webhooksSection(about: WebhooksSection): string {
	const s = STRINGS.portal.webhooks
	const { save } = STRINGS.portal
	return sectionPage(
		about,
		s.lead,
		html`${about.looked ? details(about, about.looked) : ''}
${act(about, {
	name: 'events',
	heading: s.events,
	lead: about.isDisabledByPlatform ? s.disabledByPlatform : s.eventsLead,
	submit: save,
	fields: [
		line(about, { name: 'event_webhooks_url', label: s.url, hint: s.urlHint, value: about.url, type: 'url' }),
		tick(about, { name: 'event_webhooks_status', label: s.enabled, isOn: about.isEnabled }),
		html`<div class="ticks" role="group" aria-label="${s.types}">${about.types.map(({ name, isOn }) => tick(about, { name: `type.${name}`, label: html`<code>${name}</code>`, isOn }))}</div>`,
	],
})}
${act(about, {
	name: 'interactions',
	heading: s.interactions,
	lead: s.interactionsLead,
	submit: save,
	fields: line(about, {
		name: 'interactions_endpoint_url',
		label: s.interactionsUrl,
		hint: s.urlHint,
		value: about.interactionsUrl,
		type: 'url',
	}),
})}
<section class="panel" aria-labelledby="log">
<h2 id="log">${s.log}</h2>
${about.deliveries.length === 0 ? html`<p class="hint">${s.noLog}</p>` : table(about)}
<p class="both">${about.isFirstPage ? '' : html`<a class="button quiet small" href="${about.here}">${s.newest}</a>`}${about.older === null ? '' : html`<a class="button quiet small" href="${about.here}?before=${about.older}">${s.older}</a>`}</p>
</section>`,
	)
}

function table(about: WebhooksSection): Html {
	const s = STRINGS.portal.webhooks
	const { columns } = s
	return html`<div class="scrolls" tabindex="0" role="region" aria-label="${s.logOf}"><table>
<thead><tr><th scope="col">${columns.type}</th><th scope="col">${columns.time}</th><th scope="col">${columns.outcome}</th><th scope="col">${columns.tries}</th></tr></thead>
<tbody>${about.deliveries.map(
		({ id, type, createdAt, outcome, tries }) => html`<tr>
<td><a href="${about.here}?event=${id}" aria-label="${s.look(type, id)}"><code>${type}</code></a></td><td>${timed(createdAt)}</td><td><span class="state ${outcome}">${s.outcomes[outcome]}</span></td><td>${tries.length}</td>
</tr>`,
	)}</tbody>
</table></div>`
}

function details(about: WebhooksSection, looked: NonNullable<WebhooksSection['looked']>): Html {
	const s = STRINGS.portal.webhooks
	const { id, type, outcome, tries, nextTryAt, body } = looked
	return html`<section class="panel" aria-labelledby="looked">
<h2 id="looked">${s.details(id)}</h2>
<p><code>${type}</code> <span class="state ${outcome}">${s.outcomes[outcome]}</span></p>
${tries.length === 0 ? '' : html`<h3>${s.triesHeading}</h3><ol>${tries.map(({ at, status, duration, error }) => html`<li>${s.tryOf(timed(at), error ?? s.answered(status ?? 0), duration)}</li>`)}</ol>`}
${nextTryAt === null ? '' : html`<p class="hint">${s.next(timed(nextTryAt))}</p>`}
<h3>${s.sent}</h3>
<pre class="scrolls" tabindex="0">${JSON.stringify(JSON.parse(body), null, 2)}</pre>
<p class="both">${outcome === 'pending' ? '' : itemAct(about, { name: 'again', fields: { event: id }, label: s.again, says: s.again })}<a class="button quiet small" href="${about.here}">${s.close}</a></p>
</section>`
}
