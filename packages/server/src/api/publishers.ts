import { publishers } from '@guildhall/protocol'
import { exchangeChildToken, publisherOf } from '../domain/applications/child-tokens.ts'
import { type Handler, handle } from './handle.ts'

export const PUBLISHER_HANDLERS: readonly Handler[] = [
	handle(publishers.createChildToken, async ({ body }, { store, limits }) => {
		const { parent_access_token: parentAccessToken, child_application_id: childApplicationId } = body
		// Only who holds a token of a player takes from what the publisher may.
		limits.take('partnerToken', await publisherOf(store, parentAccessToken))
		const request = {
			parentAccessToken,
			childApplicationId,
			// Public clients in some languages send what they do not have as nothing.
			parentClientSecret: body.parent_client_secret || undefined,
		}
		const { accessToken, expiresIn, scopes } = await store.transaction((tx) => exchangeChildToken(tx, request))
		return { access_token: accessToken, token_type: 'Bearer' as const, expires_in: expiresIn, scope: scopes.join(' ') }
	}),
]
