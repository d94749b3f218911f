export interface SocialPlan {
	/** Of ten members each. */
	lobbies?: number
	/** Of the first player. */
	friends?: number
}

/** What processes/platform.ts says when it is ready. */
export interface SocialReady {
	port: number
	socketUrl: string
	botToken: string
	people: { id: string; token: string }[]
	lobbyIds: string[]
}
