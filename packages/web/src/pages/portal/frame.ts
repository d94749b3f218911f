import { type Html, html, type Piece } from '../../html.ts'
import { alert, hidden, page } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'

/** What was wrong with fields of a form, by the path to the field: `name`, `redirect_uris.0`. */
export type Problems = Readonly<Record<string, string>>

/** Something that is shown this once. */
export interface Shown {
	label: string
	value: string
}

/** What every page of the portal knows. */
export interface PortalPage {
	csrfToken: string
	/** Where its forms go: its own path. */
	here: string
	/** What was just done, a sentence. */
	done?: string | undefined
	problems?: Problems | undefined
	/** What was typed into the form that had a problem, by name. */
	typed?: Readonly<Record<string, string>> | undefined
	shown?: Shown | undefined
	/** What was looked at, and what was found. */
	report?: readonly { isGood: boolean; says: string }[] | undefined
}

export type SectionName = keyof (typeof STRINGS)['portal']['sections']

export interface SectionPage extends PortalPage {
	application: { id: string; name: string }
	section: SectionName
	/** How the person stands to the application, in words; null where they may change it. */
	looksAs: string | null
}

/** A page of one application, with the way to its other pages. */
export function sectionPage(about: SectionPage, lead: string, body: Piece): string {
	const s = STRINGS.portal
	const { application, section, looksAs } = about
	const names = Object.entries(s.sections) as [SectionName, string][]
	return page({
		title: `${application.name}: ${s.sections[section]}`,
		width: 'wide',
		scripts: ['portal'],
		body: html`<nav class="trail"><a href="/developers">${s.back}</a></nav>
<div class="portal">
<nav class="sections" aria-label="${application.name}">
<p class="named">${application.name}</p>
<ul>${names.map(([name, label]) => html`<li><a href="/developers/applications/${application.id}/${name}"${name === section ? html` aria-current="page"` : ''}>${label}</a></li>`)}</ul>
</nav>
<div class="section">
<header><h1>${s.sections[section]}</h1><p class="lead">${lead}</p></header>
${notices(about)}
${looksAs === null ? '' : html`<p class="note">${s.readOnly(looksAs)}</p>`}
${body}
</div>
</div>`,
	})
}

/** What was just done, or went wrong, and what is shown this once. */
export function notices({ done, problems, shown, report }: PortalPage): Html {
	const s = STRINGS.portal
	const isWrong = problems !== undefined && Object.keys(problems).length > 0
	return html`${alert(isWrong ? (problems[''] ?? s.wrong) : undefined)}
${done === undefined ? '' : html`<p class="status" role="status">${done}</p>`}
${shown === undefined ? '' : html`<section class="panel once" role="status"><h2>${shown.label}</h2><p><code id="shown" class="secret">${shown.value}</code></p><p class="hint">${s.copyHint}</p></section>`}
${report === undefined ? '' : html`<section class="panel" role="status"><h2>${s.report}</h2><ul class="report">${report.map(({ isGood, says }) => html`<li class="${isGood ? 'good' : 'bad'}"><strong>${isGood ? s.good : s.bad}</strong> ${says}</li>`)}</ul></section>`}`
}

/** A panel with a form that does one thing. Somebody who may only look sees its fields, and no button. */
export function act(
	about: PortalPage & { looksAs?: string | null },
	what: {
		name: string
		heading?: string
		lead?: string
		submit: string
		/** Another thing that can be done with the same fields, beside the first. */
		also?: { name: string; submit: string }
		isDangerous?: boolean
		fields?: Piece
		/** The form holds a file. */
		hasFile?: boolean
	},
): Html {
	const mayNot = (about.looksAs ?? null) !== null
	const heading = what.heading === undefined ? '' : html`<h2 id="${what.name}">${what.heading}</h2>`
	return html`<section class="panel"${what.heading === undefined ? '' : html` aria-labelledby="${what.name}"`}>
${heading}
${what.lead === undefined ? '' : html`<p class="hint">${what.lead}</p>`}
<form method="post" action="${about.here}"${what.hasFile ? html` enctype="multipart/form-data"` : ''}>
${hidden('csrf_token', about.csrfToken)}
<fieldset${mayNot ? html` disabled` : ''}>${what.fields ?? ''}
${mayNot ? '' : html`<p class="both"><button class="${what.isDangerous ? 'danger' : 'primary'}" type="submit" name="act" value="${what.name}">${what.submit}</button>${what.also ? html`<button class="quiet" type="submit" name="act" value="${what.also.name}" formnovalidate>${what.also.submit}</button>` : ''}</p>`}</fieldset>
</form>
</section>`
}

/** A button that does one thing with one item of a list. */
export function itemAct(
	about: PortalPage & { looksAs?: string | null },
	{
		name,
		fields,
		label,
		says,
	}: { name: string; fields: Readonly<Record<string, string>>; label: string; says: string },
): Piece {
	if ((about.looksAs ?? null) !== null) return ''
	return html`<form method="post" action="${about.here}">${hidden('csrf_token', about.csrfToken)}${hidden('act', name)}${Object.entries(fields).map(([key, value]) => hidden(key, value))}<button class="quiet small" type="submit" aria-label="${says}">${label}</button></form>`
}

/** Rows of a name and what stands for it. */
export function facts(rows: readonly (readonly [name: string, value: Piece])[]): Html {
	return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
