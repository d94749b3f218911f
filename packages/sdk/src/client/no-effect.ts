import { heldBy, type Movable } from '../core/object.ts'
import type { ClientState } from './state.ts'

/** Tells the game once that something which native games can set means nothing here; always false. */
export function noEffect(client: Movable<ClientState>, name: string): false {
	const { told, log } = heldBy(client)
	if (!told.has(name)) log.warning(`No effect here: ${name}`)
	told.add(name)
	return false
}
