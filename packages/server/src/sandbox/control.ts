import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import { hashToken } from '../domain/access/caller.ts'
import { parseBody } from '../http/parse.ts'
import type { Sandbox } from './verb.ts'
import { VERBS } from './verbs.ts'

/**
 * Adds `POST /__control/{verb}`: the hands of end users, and of fate. Only a development server has it; whoever holds
 * the token acts as anybody.
 */
export function addControl(sandbox: Sandbox, controlToken: string): void {
	const verbs = new Map(VERBS.map((verb) => [verb.name, verb]))
	const token = Buffer.from(hashToken(controlToken), 'hex')

	sandbox.app.http.post<{ Params: { verb: string } }>('/__control/:verb', {
		onRequest: async (request) => {
			const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
			// Hashes have one length, so that the comparison says nothing about the token.
			if (!timingSafeEqual(Buffer.from(hashToken(given), 'hex'), token)) throw new ApiError('InvalidToken')
		},
		handler: async (request, reply) => {
			const verb = verbs.get(request.params.verb)
			if (!verb) {
				const message = `Unknown verb. There are: ${[...verbs.keys()].join(', ')}`
				throw new ApiError('NotFound', { message, extra: { verbs: [...verbs.keys()] } })
			}
			const answer = await verb.run(parseBody(verb.body, request.body ?? {}), sandbox)
			return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(answer)))
		},
	})
}
