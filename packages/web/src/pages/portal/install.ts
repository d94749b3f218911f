import { html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, type SectionPage, sectionPage } from './frame.ts'
import { line, tick } from './inputs.ts'

/** What is asked for in one way of installing. */
export interface InstallWay {
	isOn: boolean
	scopes: string
	permissions: string
}

export interface InstallSection extends SectionPage {
	section: 'install'
	guild: InstallWay
	user: InstallWay
	customUrl: string
	link: string
}

/** What the link to add an application does. */
export function installSection(about: InstallSection): string {
	const s = STRINGS.portal.install
	const way = (name: 'guild' | 'user', { isOn, scopes, permissions }: InstallWay) => {
		const at = `integration_types_config.${name === 'guild' ? 0 : 1}.oauth2_install_params`
		return html`${tick(about, { name, label: s[name], hint: name === 'guild' ? s.guildHint : s.userHint, isOn })}
${line(about, { name: `${name}_scopes`, label: s.scopes, value: scopes, problemAt: `${at}.scopes` })}
${name === 'user' ? '' : line(about, { name: `${name}_permissions`, label: s.permissions, hint: s.permissionsHint, value: permissions, problemAt: `${at}.permissions` })}`
	}
	return sectionPage(
		about,
		s.lead,
		html`${act(about, {
			name: 'save',
			submit: STRINGS.portal.save,
			fields: [
				way('guild', about.guild),
				way('user', about.user),
				line(about, {
					name: 'custom_install_url',
					label: s.custom,
					hint: s.customHint,
					value: about.customUrl,
					type: 'url',
				}),
			],
		})}
<section class="panel" aria-labelledby="link"><h2 id="link">${s.link}</h2><p><a href="${about.link}"><code>${about.link}</code></a></p></section>`,
	)
}
