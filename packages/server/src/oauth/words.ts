import { SCOPES, type ScopeDeclaration } from '@guildhall/protocol'

/** The scopes in words: each one asked for, with what it stands for. */
export function inWords(scopes: readonly string[]): { says: string; includes: string[] }[] {
	return scopes.map((name) => {
		const { says, expands = [] } = SCOPES[name as keyof typeof SCOPES] as ScopeDeclaration
		const parts = expands.map((part) => SCOPES[part as keyof typeof SCOPES] as ScopeDeclaration)
		// An umbrella under this one holds nothing of its own.
		const includes = [...new Set(parts.filter((part) => !part.expands && part.says !== '').map((part) => part.says))]
		return { says, includes }
	})
}
