import { html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, type SectionPage, sectionPage } from './frame.ts'
import { tick } from './inputs.ts'

export interface BotSection extends SectionPage {
	section: 'bot'
	isPublic: boolean
	requiresCodeGrant: boolean
	intents: { presence: boolean; members: boolean; content: boolean }
}

/** The bot of an application. */
export function botSection(about: BotSection): string {
	const s = STRINGS.portal.bot
	return sectionPage(
		about,
		s.lead,
		html`${act(about, { name: 'reset', heading: s.token, lead: s.tokenLead, submit: s.reset, isDangerous: true })}
${act(about, {
	name: 'access',
	heading: s.access,
	submit: STRINGS.portal.save,
	fields: [
		tick(about, { name: 'bot_public', label: s.isPublic, hint: s.isPublicHint, isOn: about.isPublic }),
		tick(about, { name: 'code_grant', label: s.codeGrant, hint: s.codeGrantHint, isOn: about.requiresCodeGrant }),
	],
})}
${act(about, {
	name: 'intents',
	heading: s.intents,
	lead: s.intentsLead,
	submit: STRINGS.portal.save,
	fields: [
		tick(about, { name: 'presence', label: s.presence, hint: s.presenceHint, isOn: about.intents.presence }),
		tick(about, { name: 'members', label: s.members, hint: s.membersHint, isOn: about.intents.members }),
		tick(about, { name: 'content', label: s.content, hint: s.contentHint, isOn: about.intents.content }),
	],
})}`,
	)
}
