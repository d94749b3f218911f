import { SCOPES, type ScopeDeclaration } from '@guildhall/protocol'

/** What scopes let an application do, in words, each with what is in it where it stands for several. */
export function inWords(scopes: readonly string[]): { says: string; includes: string[] }[] {
	const declared = SCOPES as Readonly<Record<string, ScopeDeclaration | undefined>>
	return scopes.flatMap((name) => {
		const scope = declared[name]
		if (!scope) return []
		const parts = (scope.expands ?? []).flatMap((part) => declared[part] ?? [])
		// An umbrella under this one holds nothing of its own.
		const includes = [...new Set(parts.filter((part) => !part.expands && part.says !== '').map((part) => part.says))]
		return [{ says: scope.says, includes }]
	})
}
