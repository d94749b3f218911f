import { type Html, html } from '../../html.ts'
import { page, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { PersonCard } from '../consent.ts'
import type { RoleName } from './developers.ts'
import { act, itemAct, notices, type PortalPage } from './frame.ts'
import { choice, line } from './inputs.ts'

export interface TeamPage extends PortalPage {
	team: { id: string; name: string }
	members: readonly (PersonCard & {
		id: string
		username: string
		role: RoleName
		isInvited: boolean
		isSelf: boolean
	})[]
	applications: readonly { id: string; name: string }[]
	canManage: boolean
	isOwner: boolean
}

const GIVEN: readonly Exclude<RoleName, 'owner'>[] = ['admin', 'developer', 'read_only']

/** A team: who is in it, and what they may. */
export function teamPage(about: TeamPage): string {
	const s = STRINGS.team
	const { roles, back, save } = STRINGS.portal
	const { team, members, applications, canManage, isOwner } = about
	const options = GIVEN.map((role) => [role, `${roles[role]} – ${s.roleHints[role]}`] as const)
	const heirs = members.filter((member) => member.role !== 'owner' && !member.isInvited)
	return page({
		title: team.name,
		width: 'column',
		body: html`<nav class="trail"><a href="/developers">${back}</a></nav>
<header class="intro"><h1>${team.name}</h1><p class="lead">${s.lead}</p></header>
${notices(about)}
<section class="panel" aria-labelledby="members">
<h2 id="members">${s.members}</h2>
<ul class="rows">${members.map((member) => memberItem(about, member))}</ul>
</section>
${
	canManage
		? act(about, {
				name: 'invite',
				heading: s.invite,
				submit: s.inviteButton,
				fields: [
					line(about, { name: 'username', label: s.username, isRequired: true, maxLength: 33 }),
					choice(about, { name: 'role', label: s.role, value: 'developer', options }),
				],
			})
		: ''
}
<section class="panel" aria-labelledby="applications">
<h2 id="applications">${s.applications}</h2>
${applications.length === 0 ? html`<p class="hint">${s.noApplications}</p>` : html`<ul class="rows">${applications.map(({ id, name }) => html`<li><h3><a href="/developers/applications/${id}/general">${name}</a></h3></li>`)}</ul>`}
</section>
${canManage ? act(about, { name: 'rename', heading: s.name, submit: save, fields: line(about, { name: 'name', label: s.name, value: team.name, isRequired: true, maxLength: 100 }) }) : ''}
${
	isOwner && heirs.length > 0
		? act(about, {
				name: 'hand-over',
				heading: s.handOver,
				lead: s.handOverLead,
				submit: s.handOverButton,
				isDangerous: true,
				fields: choice(about, {
					name: 'heir',
					label: s.handOverTo,
					options: heirs.map(({ id, name }) => [id, name] as const),
				}),
			})
		: ''
}
${isOwner ? act(about, { name: 'delete', heading: s.remove_team, lead: s.removeTeamLead, submit: s.removeTeamButton, isDangerous: true }) : ''}`,
	})
}

function memberItem(about: TeamPage, member: TeamPage['members'][number]): Html {
	const s = STRINGS.team
	const { roles } = STRINGS.portal
	const { id, name, username, avatarUrl, role, isInvited, isSelf } = member
	const canChange = about.canManage && role !== 'owner'
	return html`<li>
${picture(name, avatarUrl, 'person')}
<div><h3>${name}</h3><p class="hint">${username} · ${roles[role]}${isInvited ? html` · <span class="tag">${s.pending}</span>` : ''}</p></div>
<div class="both">
${canChange ? roleForm(about, member) : ''}
${canChange && !isSelf ? itemAct(about, { name: 'remove', fields: { user: id }, label: s.remove, says: s.removeLabel(name) }) : ''}
${isSelf && role !== 'owner' ? itemAct(about, { name: 'leave', fields: { user: id }, label: s.leave, says: s.leave }) : ''}
</div>
</li>`
}

function roleForm(about: TeamPage, { id, name, role }: TeamPage['members'][number]): Html {
	const s = STRINGS.team
	const { roles } = STRINGS.portal
	return html`<form class="inline" method="post" action="${about.here}">
<input type="hidden" name="csrf_token" value="${about.csrfToken}"><input type="hidden" name="act" value="role"><input type="hidden" name="user" value="${id}">
<select name="role" aria-label="${s.setRoleLabel(name)}">${GIVEN.map((one) => html`<option value="${one}"${one === role ? html` selected` : ''}>${roles[one]}</option>`)}</select>
<button class="quiet small" type="submit">${s.setRole}</button>
</form>`
}
