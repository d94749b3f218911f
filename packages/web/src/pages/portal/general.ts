import { html } from '../../html.ts'
import { picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, facts, type SectionPage, sectionPage } from './frame.ts'
import { area, line, tick } from './inputs.ts'

export interface GeneralSection extends SectionPage {
	section: 'general'
	iconUrl: string | null
	description: string
	tags: readonly string[]
	termsUrl: string
	privacyUrl: string
	publicKey: string
	servers: number
	players: number
}

/** What people and other developers see of an application. */
export function generalSection(about: GeneralSection): string {
	const s = STRINGS.portal.general
	const { application, iconUrl, description, tags, termsUrl, privacyUrl } = about
	return sectionPage(
		about,
		s.lead,
		html`${act(about, {
			name: 'save',
			submit: STRINGS.portal.save,
			hasFile: true,
			fields: [
				html`<div class="icon">${picture(application.name, iconUrl, 'application')}${line(about, { name: 'icon', label: s.icon, hint: s.iconHint, type: 'file' })}</div>`,
				iconUrl === null ? '' : tick(about, { name: 'no_icon', label: s.noIcon, isOn: false }),
				line(about, {
					name: 'name',
					label: STRINGS.portal.name,
					hint: STRINGS.portal.nameHint,
					value: application.name,
					isRequired: true,
					maxLength: 32,
				}),
				area(about, {
					name: 'description',
					label: s.description,
					hint: s.descriptionHint,
					value: description,
					maxLength: 400,
				}),
				line(about, { name: 'tags', label: s.tags, hint: s.tagsHint, value: tags.join(', ') }),
				line(about, { name: 'terms_of_service_url', label: s.terms, hint: s.pageHint, value: termsUrl, type: 'url' }),
				line(about, { name: 'privacy_policy_url', label: s.privacy, hint: s.pageHint, value: privacyUrl, type: 'url' }),
			],
		})}
<section class="panel">${facts([
			[s.id, html`<code>${application.id}</code>`],
			[s.publicKey, html`<code>${about.publicKey}</code><p class="hint">${s.publicKeyHint}</p>`],
			[s.servers, about.servers],
			[s.players, about.players],
		])}</section>`,
	)
}
