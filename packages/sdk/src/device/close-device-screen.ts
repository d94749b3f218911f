import type { ClientState } from '../client/state.ts'

/** Takes away the code that is shown, and the one that would be when all parts of it are there. */
export function closeDeviceScreen(state: ClientState): void {
	state.codeTurn++
	state.closeDeviceScreen?.()
}
