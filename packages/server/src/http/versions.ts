/** The versions that answer (HC-04, HC-06); all serve what v10 says. */
const OFFERED = new Set([6, 7, 8, 9, 10])
/** What a path without a version means (HC-03). */
export const UNVERSIONED = 6

export interface VersionedPath {
	/** The path without its version: `/api/users/@me`. */
	url: string
	version: number
	isOffered: boolean
}

/**
 * Takes the version out of a path, so that each operation is one route whatever the version, and undoes the encoding of
 * `@` in segments such as `@me` (clients.md 2).
 */
export function readPath(path: string): VersionedPath {
	const [, digits, rest] = /^\/api\/v(\d{1,9})(?=[/?]|$)(.*)$/s.exec(path) ?? []
	const version = digits === undefined ? UNVERSIONED : Number(digits)
	const url = digits === undefined ? path : `/api${rest}`
	const question = url.indexOf('?')
	const end = question < 0 ? url.length : question
	return { url: url.slice(0, end).replaceAll('%40', '@') + url.slice(end), version, isOffered: OFFERED.has(version) }
}
