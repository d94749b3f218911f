/** Where the game is, and the platform that it is a game of. Addresses without a slash at their end. */
export interface GameOptions {
	/** Of the game itself. */
	origin: string
	apiBase: string
	webBase: string
	gatewayUrl: string
	cdnBase: string
	applicationId: string
	/** Lets players in who have no account. Stays on this side. */
	botToken: string
}
