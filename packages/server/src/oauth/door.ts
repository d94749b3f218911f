import { ApiError } from '@guildhall/protocol'
import type { FastifyInstance } from 'fastify'
import { readPath } from '../http/versions.ts'
import { addActivation } from './activate.ts'
import { addAuthorizeEndpoints } from './authorize-endpoints.ts'
import { addDiscovery } from './discovery.ts'
import { addTokenEndpoints } from './token.ts'
import type { OAuthDoor } from './world.ts'

/** Adds the authorization server: authorization and consent, tokens, discovery. */
export async function addOAuth(http: FastifyInstance, door: OAuthDoor): Promise<void> {
	await http.register(async (scope) => {
		scope.addHook('onRequest', async ({ originalUrl, ip }) => {
			door.limits.admit(ip)
			const { version, isOffered } = readPath(originalUrl)
			if (!isOffered) throw new ApiError('InvalidApiVersion', { message: `Invalid API version provided: ${version}` })
		})
		await scope.register((inner) => addTokenEndpoints(inner, door))
		await scope.register(async (open) => {
			open.addHook('onRequest', async ({ ip }) => door.limits.takeGlobal(ip))
			await open.register((inner) => addAuthorizeEndpoints(inner, door))
			await open.register((inner) => addActivation(inner, door))
			await open.register((inner) => addDiscovery(inner, door))
		})
	})
}
