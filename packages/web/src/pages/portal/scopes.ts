import { html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, type SectionPage, sectionPage } from './frame.ts'
import { area, tick } from './inputs.ts'

export interface ScopesSection extends SectionPage {
	section: 'scopes'
	hasSocialTerms: boolean
	social: readonly { name: string; says: string }[]
	operator: readonly { name: string; says: string; state: 'approved' | 'requested' | 'open' }[]
}

/** Scopes that take somebody's yes. */
export function scopesSection(about: ScopesSection): string {
	const s = STRINGS.portal.scopes
	const { hasSocialTerms, social, operator } = about
	const canAsk = operator.some(({ state }) => state !== 'approved')
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel" aria-labelledby="social">
<h2 id="social">${s.social}</h2>
<p class="hint">${s.socialLead}</p>
<ul class="rows">${social.map(({ name, says }) => html`<li><div><code>${name}</code><p class="hint">${says}</p></div></li>`)}</ul>
${hasSocialTerms ? html`<p class="status">${s.termsAccepted}</p>` : ''}
</section>
${hasSocialTerms ? '' : act(about, { name: 'accept-terms', submit: s.acceptTerms, fields: html`<p>${s.terms}</p>` })}
${act(about, {
	name: 'ask',
	heading: s.operator,
	lead: s.operatorLead,
	submit: s.ask,
	fields: [
		html`<div class="ticks">${operator.map(({ name, says, state }) => tick(about, { name: `scope.${name}`, label: html`<code>${name}</code> <span class="state ${state}">${s.states[state]}</span>`, hint: says, isOn: state !== 'open', isDisabled: state === 'approved' }))}</div>`,
		canAsk ? area(about, { name: 'reason', label: s.reason, isRequired: true, maxLength: 1000 }) : '',
	],
})}`,
	)
}
