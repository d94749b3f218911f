import { type AnyOperation, operation } from '../operation.ts'
import { ChildToken, ChildTokenRequest } from '../resources/child-token.ts'

export const createChildToken = operation({
	id: 'partner_sdk_child_token',
	method: 'POST',
	path: '/partner-sdk/child-token',
	summary: "Exchanges a token for a publisher's application for one for a game below it.",
	callers: ['anyone'],
	limit: 'unlimited',
	body: ChildTokenRequest,
	returns: ChildToken,
	errors: ['InvalidAccessToken', 'InvalidClientSecret', 'UnknownApplication', 'NotAuthorizedOnApplication'],
})

export const PUBLISHER_OPERATIONS: readonly AnyOperation[] = [createChildToken]
