import { type Operation, openapiDocument } from '@guildhall/protocol'
import type { FastifyInstance } from 'fastify'

/** Where the document is found: on the site, and below the root of the API (brief-map VER-04). */
const PLACES = ['/openapi.json', '/api/openapi.json']

/** Serves the OpenAPI document of these operations, with this server's address in it. Written at the first request. */
export function addOpenapi(http: FastifyInstance, operations: readonly Operation[], origin: string): void {
	let document: Buffer | undefined
	for (const url of PLACES) {
		http.get(url, (_request, reply) => {
			document ??= Buffer.from(
				JSON.stringify({ ...openapiDocument(operations), servers: [{ url: `${origin}/api/v10` }] }),
			)
			return reply.header('content-type', 'application/json').header('cache-control', 'no-cache').send(document)
		})
	}
}
