import type { ClientState, HeldToken } from '../client/state.ts'

const DAY_MS = 86_400_000

/** Says when the time has come that a token nears its end: a day or a tenth of its life ahead, if that is less. */
export function watchExpiry(state: ClientState, token: HeldToken, expiresAt: number): void {
	token.stopWatch()
	if (expiresAt === 0) return
	const left = expiresAt - state.clock.now()
	// Of a token that came from elsewhere only the rest of its life is known.
	const life = Math.max(left, state.lifetimes.of(token.text) ?? 0)
	const wait = Math.max(0, left - Math.min(DAY_MS, life / 10))
	token.stopWatch = state.clock.after(wait, () => tellExpiry(state, token), { isBackground: true })
}

/** Says once for each token, and only of the present one, that the game should refresh it. */
export function tellExpiry(state: ClientState, token: HeldToken): void {
	if (token.isExpiryTold || state.token !== token) return
	forgoExpiry(token)
	state.log.info('The token expires soon or is expired')
	state.events.emit('tokenExpiration')
}

/** It is not to be told any more: it was, or whoever would hear it knows worse. */
export function forgoExpiry(token: HeldToken): void {
	token.isExpiryTold = true
	token.stopWatch()
}
