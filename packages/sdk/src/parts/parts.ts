/**
 * The parts of the SDK that are loaded when they are first used: bundlers make files of their own of these. What a game
 * needs to be Ready and to hear is in none of them (docs/decisions/0011-core-and-parts.md).
 */
import { part } from '../core/part.ts'

export const accounts = part(() => import('./accounts.ts'))
export const devices = part(() => import('./devices.ts'))
export const friends = part(() => import('./friends.ts'))
export const presence = part(() => import('./presence.ts'))
export const conversations = part(() => import('./conversations.ts'))
