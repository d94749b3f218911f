import { type Html, html, type Piece } from '../../html.ts'
import type { PortalPage } from './frame.ts'

export interface Input {
	name: string
	label: string
	/** What stands in it, unless something else was typed. */
	value?: string
	hint?: string
	type?: 'text' | 'url' | 'password' | 'file'
	isRequired?: boolean
	maxLength?: number
	/** Path of a problem with it, or with a part of it; its name where it is not given. */
	problemAt?: string
	/** Checks what is typed while it is typed, by this name. */
	check?: string
}

/** A labelled line of text. */
export function line(about: PortalPage, input: Input): Html {
	const { name, label, type = 'text', isRequired, maxLength, check } = input
	const value = about.typed?.[name] ?? input.value ?? ''
	return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="off" spellcheck="false"${type === 'file' ? html` accept="image/*"` : html` value="${value}"`}${isRequired ? html` required` : ''}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${check === undefined ? '' : html` data-check="${check}"`}${described(about, input)}>
${notes(about, input)}
</div>`
}

/** A labelled field for several lines. */
export function area(about: PortalPage, input: Input): Html {
	const { name, label, isRequired, maxLength } = input
	const value = about.typed?.[name] ?? input.value ?? ''
	return html`<div class="field">
<label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="4"${isRequired ? html` required` : ''}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${described(about, input)}>
${value}</textarea>
${notes(about, input)}
</div>`
}

/** One of several. */
export function choice(
	about: PortalPage,
	input: Input & { options: readonly (readonly [value: string, label: string])[] },
): Html {
	const { name, label, options } = input
	const chosen = about.typed?.[name] ?? input.value
	return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"${described(about, input)}>${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select>
${notes(about, input)}
</div>`
}

/** Yes or no. What was typed says so by being there. */
export function tick(
	about: PortalPage,
	{
		name,
		label,
		hint,
		isOn,
		isDisabled,
	}: { name: string; label: Piece; hint?: string; isOn: boolean; isDisabled?: boolean },
): Html {
	const on = about.typed === undefined ? isOn : about.typed[name] !== undefined
	return html`<div class="tick">
<input id="${name}" name="${name}" type="checkbox" value="on"${on ? html` checked` : ''}${isDisabled ? html` disabled` : ''}${hint ? html` aria-describedby="${name}-hint"` : ''}>
<label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
</div>`
}

/** What was wrong with a field, or with a part of it: one of its tags. */
function problemOf({ problems = {} }: PortalPage, path: string): string | undefined {
	const at = Object.keys(problems).find((key) => key === path || key.startsWith(`${path}.`))
	return at === undefined ? undefined : problems[at]
}

function described(about: PortalPage, { name, hint, problemAt, check }: Input): Piece {
	const problem = problemOf(about, problemAt ?? name)
	const ids = [hint && `${name}-hint`, (problem || check) && `${name}-problem`].filter(Boolean).join(' ')
	return html`${ids === '' ? '' : html` aria-describedby="${ids}"`}${problem ? html` aria-invalid="true"` : ''}`
}

function notes(about: PortalPage, { name, hint, problemAt, check }: Input): Piece {
	const problem = problemOf(about, problemAt ?? name)
	return html`${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
${problem || check ? html`<p class="problem" id="${name}-problem" aria-live="polite">${problem ?? ''}</p>` : ''}`
}
