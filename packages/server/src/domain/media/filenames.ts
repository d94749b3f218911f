/** Longest name an attachment keeps, extension included. */
const MOST_CHARACTERS = 120

/**
 * The name of an upload as it appears in addresses: letters and digits of any script, dot, hyphen and underscore; blanks
 * become underscores, whatever else is left out.
 */
export function safeFilename(given: string): string {
	const base = given.split(/[\\/]/).pop() ?? ''
	const safe = base
		.normalize('NFC')
		.replaceAll(/\s+/g, '_')
		.replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '')
		.replace(/^\.+/, '')
	if (safe === '') return 'unknown'
	const characters = [...safe]
	if (characters.length <= MOST_CHARACTERS) return safe
	const extension = /\.[^.]{1,10}$/.exec(safe)?.[0] ?? ''
	return characters.slice(0, MOST_CHARACTERS - extension.length).join('') + extension
}

/** What a name says besides, once it had to be changed: its letters without the extension. */
export function titleOf(given: string): string | null {
	const base = (given.split(/[\\/]/).pop() ?? '').replace(/\.[^.]{1,10}$/, '').trim()
	return base === '' ? null : base.slice(0, 1024)
}
