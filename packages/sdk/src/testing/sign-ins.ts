/** Who is asked: a player agrees. */
export type Answerer = { readonly id: string } | 'refuses' | undefined

export interface SignIns {
	/** Who answers from now on. */
	answerer: Answerer
	/** Pages that are open, and what answers them. */
	readonly pages: Set<(who: Exclude<Answerer, undefined>) => void>
	readonly codes: Map<string, Code>
	readonly devices: Map<string, { scope: string; expiresAt: number; nextAt: number }>
	/** Tokens to refresh with. */
	readonly refreshes: Map<string, { playerId: string; scopes: readonly string[]; access: string }>
	/** Players by what proves elsewhere who they are. */
	readonly identities: Map<string, string>
}

interface Code {
	playerId: string
	scope: string
	redirectUri: string
	challenge: string | null
	expiresAt: number
}

export const newSignIns = (): SignIns => ({
	answerer: undefined,
	pages: new Set(),
	codes: new Map(),
	devices: new Map(),
	refreshes: new Map(),
	identities: new Map(),
})
