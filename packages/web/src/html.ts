/** Markup that is safe to send: everything put into it was escaped on the way. */
export class Html {
	readonly text: string

	constructor(text: string) {
		this.text = text
	}
}

/** What can stand in a template: text is escaped, markup is taken as it is, nothing is left out. */
export type Piece = string | number | Html | false | null | undefined | readonly Piece[]

/**
 * A template of markup. Attributes are always written in double quotes.
 * @example html`<p class="${kind}">${sentence}</p>`
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
	let text = parts[0] ?? ''
	for (const [index, piece] of pieces.entries()) text += written(piece) + (parts[index + 1] ?? '')
	return new Html(text)
}

function written(piece: Piece): string {
	if (piece === undefined || piece === null || piece === false) return ''
	if (piece instanceof Html) return piece.text
	if (typeof piece === 'object') return piece.map(written).join('')
	return escapeText(String(piece))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}

/** An address for `href`: one that would run something becomes an empty one. */
export function safeHref(address: string): string {
	const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
	return scheme !== undefined && /^(javascript|data|vbscript|blob|file)$/.test(scheme) ? '#' : address
}
