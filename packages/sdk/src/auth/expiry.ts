import type { ClientState, HeldToken } from '../client/state.ts'

const DAY_MS = 86_400_000

/** How long to wait before saying that a token nears its end: a day or a tenth of its life ahead, if that is less. */
function untilExpiryIsTold(expiresAt: number, now: number): number {
	const left = expiresAt - now
	return Math.max(0, left - Math.min(DAY_MS, left / 10))
}

/** Says it when the time has come. */
export function watchExpiry(state: ClientState, token: HeldToken): () => void {
	const expiresAt = token.facts?.expiresAt ?? 0
	if (expiresAt === 0) return () => {}
	const wait = untilExpiryIsTold(expiresAt, state.clock.now())
	return state.clock.after(wait, () => tellExpiry(state, token), { isBackground: true })
}

/** Says once for each token, and only of the present one, that the game should refresh it. */
export function tellExpiry(state: ClientState, token: HeldToken): void {
	if (token.isExpiryTold || state.token !== token) return
	token.isExpiryTold = true
	token.stopWatch()
	state.log.info('The token expires soon or is expired')
	state.events.emit('tokenExpiration')
}
