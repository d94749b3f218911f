import type { VoiceState } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'

/** Where a member is in voice; undefined for nowhere, which is everybody while this platform carries no voice. */
export async function findVoiceState(
	_from: Reading,
	_guildId: string,
	_userId: string,
): Promise<VoiceState | undefined> {
	return undefined
}
