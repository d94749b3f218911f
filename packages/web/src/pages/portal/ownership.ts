import { html } from '../../html.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, facts, type SectionPage, sectionPage } from './frame.ts'
import { choice, line } from './inputs.ts'

export interface OwnershipSection extends SectionPage {
	section: 'ownership'
	owner: string
	team: { id: string; name: string } | null
	/** Teams that it can be given to. */
	teams: readonly { id: string; name: string }[]
	canDelete: boolean
}

/** Who has a say about an application, and its end. */
export function ownershipSection(about: OwnershipSection): string {
	const s = STRINGS.portal.ownership
	const { team, teams, canDelete, application } = about
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel">${facts([
			[s.owner, about.owner],
			...(team === null ? [] : [[s.team, html`<a href="/developers/teams/${team.id}">${team.name}</a>`] as const]),
		])}</section>
${
	canDelete && teams.length > 0
		? act(about, {
				name: 'move',
				heading: s.move,
				lead: s.moveLead,
				submit: s.moveButton,
				isDangerous: true,
				fields: choice(about, {
					name: 'team',
					label: s.moveTo,
					options: teams.map(({ id, name }) => [id, name] as const),
				}),
			})
		: ''
}
${
	canDelete
		? act(about, {
				name: 'delete',
				heading: s.remove,
				lead: s.removeLead,
				submit: s.removeButton,
				isDangerous: true,
				fields: line(about, { name: 'confirm', label: s.removeName, hint: application.name, isRequired: true }),
			})
		: ''
}`,
	)
}
