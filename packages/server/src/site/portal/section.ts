import { type SectionName, type SectionPage, STRINGS } from '@guildhall/web'
import type { ApplicationRow } from '../../domain/applications/applications.ts'
import { applicationFor, hasRight, type Right } from '../../domain/applications/roles.ts'
import type { SentForm } from '../../http/forms.ts'
import type { Outcome, Room, Visit } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** What a section is given of the application. */
export interface Section {
	name: SectionName
	show(application: ApplicationRow, about: Omit<SectionPage, 'section'>, visit: Visit): Promise<string>
	acts: Readonly<
		Record<
			string,
			{
				/** Who may; `develop` where it is left out. */
				right?: Right
				/** Only for whoever proved lately who they are. */
				needsProof?: boolean
				run(application: ApplicationRow, form: SentForm, visit: Visit): Promise<Outcome>
			}
		>
	>
	/** Bytes of a file that its form may hold. */
	mostFileBytes?: number
	check?(application: ApplicationRow, typed: Readonly<Record<string, unknown>>): Promise<object>
}

/** A page of an application: whoever sees into it may look, and do what their role allows. */
export function sectionRoom({ store }: SiteDoor, section: Section): Room {
	const find = ({ userId, params }: Visit, right: Right) =>
		applicationFor(store, userId, params.application ?? '', right)
	const { check, mostFileBytes = 0 } = section
	return {
		path: `/developers/applications/:application/${section.name}`,
		mostFileBytes,
		async show(visit) {
			const { application, role } = await find(visit, 'see')
			const looksAs = hasRight(role, 'develop') ? null : STRINGS.portal.roles[role]
			return section.show(application, { ...visit.page, application, looksAs }, visit)
		},
		acts: Object.fromEntries(
			Object.entries(section.acts).map(([name, { right = 'develop', needsProof = false, run }]) => [
				name,
				{
					needsProof,
					run: async (visit: Visit, form: SentForm) => run((await find(visit, right)).application, form, visit),
				},
			]),
		),
		...(check ? { check: async (visit: Visit, typed) => check((await find(visit, 'see')).application, typed) } : {}),
	}
}
