import { isScope, SCOPES, type Scope, type ScopeDeclaration, type ScopeFlow } from '@guildhall/protocol'
import type { ApplicationRow } from './applications.ts'

export type ScopeRights = Pick<ApplicationRow, 'eligible_scopes' | 'social_terms_at'>

/** How the public documentation writes a scope in one place. */
const ALIASES: Readonly<Record<string, Scope>> = { 'application.commands': 'applications.commands' }

/** The scopes of a request, each once, in its order; what is no scope stays as it was written. */
export function readScopes(text: string): string[] {
	return [
		...new Set(
			text
				.split(' ')
				.filter((name) => name !== '')
				.map(scopeNamed),
		),
	]
}

/** The name of a scope, where it may have been written in another way. */
export function scopeNamed(name: string): string {
	return Object.hasOwn(ALIASES, name) ? (ALIASES[name] as Scope) : name
}

/** Why the application may not ask for these scopes in this flow; undefined where it may. */
export function scopeProblem(scopes: readonly string[], application: ScopeRights, flow: ScopeFlow): string | undefined {
	if (scopes.length === 0) return 'At least one scope is needed.'
	for (const name of scopes) {
		if (!isScope(name)) return 'The requested scope is invalid, unknown, or malformed.'
		if (!isApproved(name, application)) return `This application may not ask for the scope ${name}.`
		const { flows }: ScopeDeclaration = SCOPES[name]
		if (flows && !flows.includes(flow)) return `The scope ${name} cannot be granted in this way.`
	}
	return undefined
}

function isApproved(name: Scope, application: ScopeRights): boolean {
	const { approval }: ScopeDeclaration = SCOPES[name]
	switch (approval) {
		case 'none':
			return true
		case 'operator':
			return (JSON.parse(application.eligible_scopes) as string[]).includes(name)
		case 'social':
			return application.social_terms_at !== null
		case 'internal':
			return false
		default:
			return approval satisfies never
	}
}
