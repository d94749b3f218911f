/** What only the house can do, ordered over the wire between the suite and the process under test: no HTTP, no check. */

export interface ApplicationOrder {
	name?: string
	redirectUris?: readonly string[]
	isPublicClient?: boolean
	eligibleScopes?: readonly string[]
	hasSocialTerms?: boolean
	/** A person who exists; by default one is made. */
	ownerId?: string
}

export interface MadeApplication {
	id: string
	ownerId: string
	secret: string
	botToken: string
}

export interface PersonOrder {
	/** Whether the mail address is confirmed; by default it is. */
	isVerified?: boolean
}

export interface MadePerson {
	id: string
	username: string
}

export interface GuildOrder {
	ownerId: string
	/** Somebody who is in it too, and what they may do there: bits, decimal. */
	member?: { userId: string; permissions: string }
	/** Moderators need a second step. */
	needsSecondStep?: boolean
}

export interface MadeGuild {
	id: string
	/** Its first text channel. */
	channelId: string
}

/** Every order, with what it takes and what it answers. */
export interface Orders {
	application(order: ApplicationOrder): MadeApplication
	person(order: PersonOrder): MadePerson
	/** Signs a person in: the value of a `Cookie` header. */
	login(order: { userId: string }): string
	/** Moves the platform's clock ahead; what becomes due has happened when it answers. */
	advance(order: { ms: number }): null
	/** Registers other redirect URIs, whatever they are. */
	redirects(order: { id: string; uris: readonly string[] }): null
	/** A guild, with its owner and somebody in it who has these permissions. */
	guild(order: GuildOrder): MadeGuild
	/** Whether anybody may install the application, and whether its bot waits for the code. */
	installing(order: { id: string; isPublic?: boolean; waitsForCode?: boolean }): null
	/** Bans a person from the platform, for so long or for ever; or lifts the ban. */
	ban(order: { userId: string; seconds?: number }): null
	unban(order: { userId: string }): null
	/** Puts an application below another, for good. */
	below(order: { childId: string; parentId: string }): null
	/** The application takes the word of this OpenID provider. */
	provider(order: { id: string; issuer: string; audience: string }): null
	/** Milliseconds since the epoch, by the platform's clock. */
	now(order: object): number
	/** Every value the store holds, as text: to see what is not in it. */
	everything(order: object): string
}

export type OrderName = keyof Orders
export type OrderOf<N extends OrderName> = Parameters<Orders[N]>[0]
export type AnswerTo<N extends OrderName> = ReturnType<Orders[N]>

/** What a stage says once it can be played on. */
export interface Ready {
	origin: string
}
