import { ASSETS } from './assets.ts'
import { type Html, html, type Piece } from './html.ts'
import { STRINGS } from './strings/index.ts'

export interface Layout {
	title: string
	/** A card in the middle for one question; a wider column for what is read; the widest for pages with parts. */
	width: 'card' | 'column' | 'wide'
	/** Scripts to load, by their names in `ASSETS`. The page works without. */
	scripts?: readonly (keyof typeof ASSETS)[]
	/** Where the browser goes by itself. */
	goesTo?: string
	body: Html
}

/** A whole page. */
export function page({ title, width, scripts = [], goesTo, body }: Layout): string {
	const { text } = html`<!doctype html>
<html lang="${STRINGS.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${goesTo === undefined ? '' : html`<meta http-equiv="refresh" content="0; url=${goesTo}">`}
<title>${title}${title === STRINGS.platform ? '' : ` – ${STRINGS.platform}`}</title>
<link rel="icon" href="${ASSETS.icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${ASSETS.style.path}">
${scripts.map((name) => html`<script src="${ASSETS[name].path}" defer></script>`)}
</head>
<body class="${width}">
<a class="skip" href="#content">${STRINGS.skip}</a>
<header class="top"><a class="mark" href="/">${mark}<span>${STRINGS.platform}</span></a></header>
<main id="content">${body}</main>
</body>
</html>
`
	return text
}

const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 3 3 10v3h26v-3L16 3Zm-9 12v9m6-9v9m6-9v9m6-9v9M4 28h24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The letter that stands for a name without a picture. */
function initialOf(name: string): string {
	return [...name.trim()][0]?.toUpperCase() ?? '?'
}

/** A picture of a person or an application, or the first letter of the name on a colour of its own. */
export function picture(name: string, url: string | null, kind: 'person' | 'application'): Html {
	if (url !== null) return html`<img class="picture ${kind}" src="${url}" alt="" width="64" height="64">`
	return html`<span class="picture ${kind} hue-${hueOf(name)}" aria-hidden="true">${initialOf(name)}</span>`
}

/** One of eight colours, always the same for a name. */
function hueOf(name: string): number {
	let sum = 0
	for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
	return sum % 8
}

/** What was wrong with a form as a whole; read aloud as soon as it is there. */
export function alert(sentence: string | undefined): Piece {
	return sentence === undefined ? '' : html`<p class="alert" role="alert">${sentence}</p>`
}

export interface Field {
	name: string
	label: string
	type: 'text' | 'email' | 'password'
	/** The keyboard that phones show. */
	inputMode?: 'numeric'
	/** What browsers and password managers may fill in. */
	autocomplete: string
	value?: string
	hint?: string
	problem?: string | undefined
	isFirst?: boolean
	maxLength?: number
	/** Of the field in the page; its name where two have the same. */
	id?: string
	/** It may stay empty. */
	isOptional?: boolean
	/** People write words into it: phones may begin them with a capital. */
	isProse?: boolean
}

/** A labelled field with its hint and its problem. */
export function field(given: Field): Html {
	const { name, id = name, label, type, inputMode, autocomplete, value, hint, problem, isFirst, maxLength } = given
	const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
	const prose = given.isProse ? '' : html` autocapitalize="none" spellcheck="false"`
	return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}"${prose}${given.isOptional ? '' : html` required`}
${inputMode === undefined ? '' : html` inputmode="${inputMode}"`}${value === undefined ? '' : html` value="${value}"`}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${described === '' ? '' : html` aria-describedby="${described}"`}${problem ? html` aria-invalid="true"` : ''}${isFirst ? html` autofocus` : ''}>
${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}
${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : ''}
</div>`
}

/** What was done; read aloud as soon as it is there. */
export function status(sentence: string | undefined): Piece {
	return sentence === undefined ? '' : html`<p class="status" role="status">${sentence}</p>`
}

/** A field that people do not see. */
export const hidden = (name: string, value: string | undefined): Piece =>
	value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`
