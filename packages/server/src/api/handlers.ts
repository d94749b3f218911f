import type { Handler } from './handle.ts'
import { LOBBY_HANDLERS } from './lobbies.ts'
import { MESSAGE_HANDLERS } from './messages.ts'
import { OAUTH2_HANDLERS } from './oauth2.ts'
import { PIN_HANDLERS } from './pins.ts'
import { REACTION_HANDLERS } from './reactions.ts'

/** Every operation this server carries out. One array for each file of this folder that binds some. */
export const HANDLERS: readonly Handler[] = [
	...MESSAGE_HANDLERS,
	...REACTION_HANDLERS,
	...PIN_HANDLERS,
	...LOBBY_HANDLERS,
	...OAUTH2_HANDLERS,
]
