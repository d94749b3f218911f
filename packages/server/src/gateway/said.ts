import { type GatewayMessage, INTENTS } from '@guildhall/protocol'
import { withoutContent } from '../domain/messages/content-gate.ts'
import type { Envelope } from '../ports/bus.ts'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import type { Rule } from './rules.ts'

/** Of a session, what decides what it hears. */
export interface Hearer {
	readonly id: string
	readonly kind: 'bot' | 'player'
	readonly userId: string
	readonly applicationId: string
	readonly intents: number
	/** Whether it hears what belongs to no guild (G17). */
	readonly hearsDirect: boolean
	/** A player's token: whether it reads direct messages, and the user's mail address. */
	readonly readsDirect: boolean
	readonly readsEmail: boolean
	readonly hearsLobbies: boolean
	readonly readsRelationships: boolean
	readonly readsActivities: boolean
	readonly takesAuthorizeRequests: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: data of events is looked into by their names
type Data = any

const READS_CONTENT = INTENTS.MessageContent

/**
 * One event on its way to sessions: decides who hears it and in which form. Each form is written once, however many
 * sessions hear it.
 */
export class Said {
	readonly rule: Rule
	readonly envelope: Envelope
	readonly #isDirect: boolean
	readonly #at: number
	/** By the form's number; see `#formFor`. */
	readonly #forms: (Dispatch | undefined)[] = []

	constructor(rule: Rule, envelope: Envelope, at: number) {
		this.rule = rule
		this.envelope = envelope
		this.#isDirect = envelope.subject.startsWith('user.')
		this.#at = at
	}

	/** Whether the session hears it, the right to view a channel apart. */
	reaches(hearer: Hearer): boolean {
		const { envelope, rule } = this
		if (envelope.exceptUserId === hearer.userId) return false
		if (envelope.applicationId !== undefined && envelope.applicationId !== hearer.applicationId) return false
		if (envelope.exceptApplicationIds?.includes(hearer.applicationId)) return false
		if (envelope.onlyUserIds && !envelope.onlyUserIds.includes(hearer.userId)) return false
		if (envelope.exceptSessionId === hearer.id) return false
		if (this.#isDirect && !hearer.hearsDirect) return false
		if (rule.isOfLobby) return hearer.hearsLobbies
		if (rule.isOfRelationships) return hearer.readsRelationships
		if (rule.isOfActivities) return hearer.readsActivities && !(rule.isInsteadOfMessage && hearer.readsDirect)
		if (rule.asksForAuthorization) return hearer.takesAuthorizeRequests
		if (hearer.kind === 'player') return !this.#isDirect || rule.directIntent === 0 || hearer.readsDirect
		const intent = this.#isDirect ? rule.directIntent : rule.intent
		return intent === 0 || (hearer.intents & intent) !== 0 || this.isAbout(hearer)
	}

	/** G20: news of one's own member comes whatever the intents. */
	isAbout(hearer: Hearer): boolean {
		if (!this.rule.alwaysToSubject) return false
		const { user, user_id } = this.envelope.data as Data
		return (user?.id ?? user_id) === hearer.userId
	}

	/** What the session is sent. */
	for(hearer: Hearer): Dispatch {
		const form = this.#formFor(hearer)
		const known = this.#forms[form]
		if (known) return known
		const { envelope, rule } = this
		const json = form === WHOLE ? envelope.json : JSON.stringify(reduce(rule, envelope.data, hearer.userId))
		const dispatch = dispatchOf(rule.name, json, this.#at)
		this.#forms[form] = dispatch
		return dispatch
	}

	/** Sessions with the same form are sent the same bytes. */
	#formFor(hearer: Hearer): number {
		if (this.rule.name === 'USER_UPDATE') return hearer.kind === 'bot' || hearer.readsEmail ? WHOLE : 1
		if (!this.rule.hasContent || this.#isDirect || hearer.intents & READS_CONTENT || hearer.kind === 'player')
			return WHOLE
		const message = this.envelope.data as Data
		const seesOriginal = !message.referenced_message || concerns(message.referenced_message, hearer.userId)
		// G19: what a bot wrote itself and what mentions it, it reads; what is answered there is judged by itself.
		if (!concerns(message, hearer.userId)) return seesOriginal ? 1 : 2
		return seesOriginal ? WHOLE : 3
	}
}

const WHOLE = 0

function concerns(message: Data, userId: string): boolean {
	return message.author?.id === userId || message.mentions?.some((mentioned: Data) => mentioned.id === userId) === true
}

function reduce(rule: Rule, data: Data, userId: string): unknown {
	if (rule.hasContent) return withoutContent(data as GatewayMessage, { userId, isDirect: false })
	const { email: _email, verified: _verified, ...rest } = data
	return rest
}
