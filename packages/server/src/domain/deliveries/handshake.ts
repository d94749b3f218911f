import type { Store } from '../../ports/store.ts'
import { type Web, type WebAnswer, WebError } from '../../ports/web.ts'
import type { ApplicationRow } from '../applications/applications.ts'
import { eventPing, interactionPing } from '../webhooks/envelope.ts'
import type { Purpose } from '../webhooks/probes.ts'
import { signedRequest } from './signing.ts'

/** What calling an endpoint needs; never inside a transaction. */
export interface Outside {
	store: Store
	web: Web
}

export interface Place {
	application: Pick<ApplicationRow, 'id' | 'signing_key'>
	url: string
	purpose: Purpose
}

/**
 * Asks an address whether it is an endpoint of the application: it must take a PING, and refuse one with a wrong
 * signature. Answers what is wrong as a sentence, undefined where nothing is.
 */
export async function handshake(outside: Outside, place: Place): Promise<string | undefined> {
	return (await ping(outside, place)) ?? probe(outside, place)
}

async function ping(outside: Outside, place: Place): Promise<string | undefined> {
	const answer = await ask(outside, place, false)
	if (typeof answer === 'string') return answer
	return place.purpose === 'events' ? problemOfAcknowledgement(answer) : problemOfPong(answer)
}

/** Sends a PING with a wrong signature; what is wrong with the answer, undefined where it was refused as it must be. */
export async function probe(outside: Outside, place: Place): Promise<string | undefined> {
	const answer = await ask(outside, place, true)
	if (typeof answer === 'string') return answer
	if (answer.status === 401) return undefined
	return `A request with a wrong signature must be answered with 401; the answer was ${answer.status}.`
}

async function ask({ store, web }: Outside, place: Place, isForged: boolean): Promise<WebAnswer | string> {
	const { application, url, purpose } = place
	const body = purpose === 'events' ? eventPing(application.id) : await newInteractionPing(store, application.id)
	try {
		return await web.send(signedRequest(store, { application, url, body, isForged }))
	} catch (error) {
		if (error instanceof WebError) return error.message
		throw error
	}
}

async function newInteractionPing(store: Store, applicationId: string): Promise<string> {
	const id = await store.transaction(async (tx) => tx.newId())
	return interactionPing(applicationId, id)
}

function problemOfAcknowledgement({ status, headers }: WebAnswer): string | undefined {
	if (status !== 204) return `A PING must be answered with 204; the answer was ${status}.`
	// The vendor's own middleware sends none; one that is there must be one.
	const type = headers['content-type']
	if (type === undefined || /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;.*)?$/.test(type)) return undefined
	return 'The Content-Type of the answer to a PING is none.'
}

function problemOfPong({ status, headers, body }: WebAnswer): string | undefined {
	if (status !== 200) return `A PING must be answered with 200; the answer was ${status}.`
	if (!/^application\/json\s*(;.*)?$/i.test(headers['content-type'] ?? ''))
		return 'A PING must be answered with JSON, and the Content-Type application/json.'
	try {
		const answer: unknown = JSON.parse(body.toString('utf8'))
		if (typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 1) return undefined
	} catch {
		// Said below, like any other answer that is no PONG.
	}
	return 'A PING must be answered with {"type":1}.'
}
