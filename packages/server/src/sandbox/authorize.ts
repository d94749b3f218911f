import type { Acting } from '../app.ts'
import { actAs, type Sandbox } from './verb.ts'

/**
 * Opens the address that a game shows its player: that of the authorization page, or of the page where one types the
 * code of a device, with the code in it. Answers where the person is sent; nowhere, where a device waits.
 */
export async function answerAs(sandbox: Sandbox, { url, userId, decision }: Acting): Promise<unknown> {
	const userCode = userCodeIn(url)
	if (userCode === undefined) return sandbox.app.authorize({ url, userId, decision })
	await actAs(sandbox, userId, 'verify_device', { params: {}, body: { user_code: userCode } })
	const result = decision.isAllowed ? 'granted' : 'denied'
	return actAs(sandbox, userId, 'finish_device', { params: {}, body: { user_code: userCode, result } })
}

function userCodeIn(url: string): string | undefined {
	const site = 'http://site.invalid'
	if (!URL.canParse(url, site)) return undefined
	const { pathname, searchParams } = new URL(url, site)
	return pathname === '/activate' ? (searchParams.get('user_code') ?? '') : undefined
}
