/** A player's game that has a session here. */
interface OpenGame {
	userId: string
	applicationId: string
}

/** Games that take requests to authorize (G27), as far as the sessions of this node go. */
export interface OpenGames {
	/** Says that a session takes them; undefined: no longer. */
	set(sessionId: string, game: OpenGame | undefined): void
	/** The applications of those that the user has open. */
	of(userId: string): string[]
}

export function createOpenGames(): OpenGames {
	const bySession = new Map<string, OpenGame>()
	const sessionsOf = new Map<string, Set<string>>()

	function forget(sessionId: string): void {
		const game = bySession.get(sessionId)
		if (!game || !bySession.delete(sessionId)) return
		const sessions = sessionsOf.get(game.userId)
		sessions?.delete(sessionId)
		if (sessions?.size === 0) sessionsOf.delete(game.userId)
	}

	return {
		set(sessionId, game) {
			forget(sessionId)
			if (!game) return
			bySession.set(sessionId, game)
			sessionsOf.set(game.userId, (sessionsOf.get(game.userId) ?? new Set()).add(sessionId))
		},
		of(userId) {
			const games = [...(sessionsOf.get(userId) ?? [])].flatMap((id) => bySession.get(id) ?? [])
			return [...new Set(games.map((game) => game.applicationId))]
		},
	}
}
