import type { VoiceRegion } from '@guildhall/protocol'

/** Where voice is carried. A platform of one's own has one place: where it runs. */
export const VOICE_REGIONS: readonly VoiceRegion[] = [
	{ id: 'home', name: 'Home', custom: false, deprecated: false, optimal: true },
]

export function isVoiceRegion(id: string): boolean {
	return VOICE_REGIONS.some((region) => region.id === id)
}
