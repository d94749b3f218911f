import { html } from '../../html.ts'
import { hidden } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, itemAct, type SectionPage, sectionPage } from './frame.ts'
import { choice, line } from './inputs.ts'

type ProviderTypeName = keyof (typeof STRINGS)['portal']['identities']['types']

/** A service whose word is taken. */
export interface ProviderItem {
	id: string
	type: ProviderTypeName
	issuer: string
	audiences: readonly string[]
	ticketIdentity: string
}

export interface IdentitiesSection extends SectionPage {
	section: 'identities'
	providers: readonly ProviderItem[]
	/** The one that is being changed; undefined while another is being added. */
	edited?: ProviderItem | undefined
}

/** Whose word an application takes for who its players are. */
export function identitiesSection(about: IdentitiesSection): string {
	const s = STRINGS.portal.identities
	const { providers, edited } = about
	const types = Object.entries(s.types) as [ProviderTypeName, string][]
	const nameOf = ({ type, issuer }: ProviderItem) => (type === 'OIDC' ? issuer : s.types[type])
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel" aria-labelledby="providers">
<h2 id="providers">${s.providers}</h2>
${providers.length === 0 ? html`<p class="hint">${s.none}</p>` : ''}
<ul class="rows">${providers.map((provider) => {
			const name = nameOf(provider)
			const fields = { provider: provider.id }
			return html`<li><div><h3>${name}</h3><p class="hint">${s.audience(provider.audiences.join(', '))}</p></div>
<div class="both">${itemAct(about, { name: 'check-stored', fields, label: s.check, says: s.checkLabel(name) })}${about.looksAs === null ? html`<a class="button quiet small" href="${about.here}?provider=${provider.id}" aria-label="${s.editLabel(name)}">${s.edit}</a>` : ''}${itemAct(about, { name: 'remove', fields, label: s.remove, says: s.removeLabel(name) })}</div></li>`
		})}</ul>
</section>
${act(about, {
	name: 'save',
	heading: edited ? s.change : s.add,
	submit: s.save,
	also: { name: 'check', submit: s.check },
	fields: [
		hidden('provider', edited?.id),
		edited
			? hidden('type', edited.type)
			: choice(about, { name: 'type', label: s.type, value: 'OIDC', options: types }),
		line(about, { name: 'issuer', label: s.issuer, hint: s.issuerHint, value: edited?.issuer ?? '', check: 'issuer' }),
		line(about, {
			name: 'audiences',
			label: s.audiences,
			hint: s.audiencesHint,
			value: edited?.audiences.join(', ') ?? '',
		}),
		line(about, {
			name: 'web_api_key',
			label: s.webApiKey,
			hint: s.webApiKeyHint,
			type: 'password',
			problemAt: 'webApiKey',
		}),
		line(about, {
			name: 'ticket_identity',
			label: s.ticketIdentity,
			hint: s.ticketIdentityHint,
			value: edited?.ticketIdentity ?? '',
			problemAt: 'ticketIdentity',
		}),
	],
})}`,
	)
}
