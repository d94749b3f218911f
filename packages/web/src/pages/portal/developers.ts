import { type Html, html } from '../../html.ts'
import { hidden, page, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { ApplicationCard } from '../consent.ts'
import { act, notices, type PortalPage } from './frame.ts'
import { line } from './inputs.ts'

export type RoleName = keyof (typeof STRINGS)['portal']['roles']

export interface DevelopersPage extends PortalPage {
	applications: readonly (ApplicationCard & { id: string; description: string; team: string | null })[]
	teams: readonly { id: string; name: string; role: RoleName; isInvited: boolean }[]
}

/** A developer's applications and teams. */
export function developersPage(about: DevelopersPage): string {
	const s = STRINGS.portal
	const { applications, teams } = about
	return page({
		title: s.title,
		width: 'column',
		body: html`<header class="intro"><h1>${s.title}</h1><p class="lead">${s.lead}</p></header>
${notices(about)}
<section class="panel" aria-labelledby="applications">
<h2 id="applications">${s.applications}</h2>
${applications.length === 0 ? html`<p class="hint">${s.noApplications}</p>` : html`<ul class="applications">${applications.map(applicationItem)}</ul>`}
</section>
${act(about, { name: 'create', heading: s.newApplication, submit: s.create, fields: line(about, { name: 'name', label: s.name, hint: s.nameHint, isRequired: true, maxLength: 32 }) })}
<section class="panel" aria-labelledby="teams">
<h2 id="teams">${s.teams}</h2>
${teams.length === 0 ? html`<p class="hint">${s.noTeams}</p>` : html`<ul class="rows">${teams.map((team) => teamItem(about, team))}</ul>`}
</section>
${act(about, { name: 'create-team', heading: s.newTeam, submit: s.createTeam, fields: line(about, { name: 'team', label: s.name, isRequired: true, maxLength: 100, problemAt: 'team' }) })}`,
	})
}

function applicationItem({ id, name, iconUrl, description, team }: DevelopersPage['applications'][number]): Html {
	const s = STRINGS.portal
	return html`<li>
${picture(name, iconUrl, 'application')}
<div><h3><a href="/developers/applications/${id}/general">${name}</a></h3>${description === '' ? '' : html`<p>${description}</p>`}${team === null ? '' : html`<p class="hint">${s.ownedByTeam(team)}</p>`}</div>
</li>`
}

function teamItem(about: PortalPage, { id, name, role, isInvited }: DevelopersPage['teams'][number]): Html {
	const s = STRINGS.portal
	if (!isInvited)
		return html`<li><div><h3><a href="/developers/teams/${id}">${name}</a></h3><p class="hint">${s.roles[role]}</p></div></li>`
	const answer = (name: string, label: string, kind: string) =>
		html`<form method="post" action="${about.here}">${hidden('csrf_token', about.csrfToken)}${hidden('act', name)}${hidden('team', id)}<button class="${kind} small" type="submit">${label}</button></form>`
	return html`<li><div><h3>${name}</h3><p class="hint">${s.invited(s.roles[role])}</p></div><div class="both">${answer('accept', s.accept, 'primary')}${answer('decline', s.decline, 'quiet')}</div></li>`
}
