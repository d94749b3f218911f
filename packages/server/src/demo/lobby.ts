import type { Store } from '../ports/store.ts'
import type { Studio } from './studio.ts'

export async function openLobby(_store: Store, _studio: Studio): Promise<string> {
	return '0'
}
