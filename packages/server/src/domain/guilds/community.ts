import { formErrors } from '@guildhall/protocol'
import { featuresOf, type GuildAccess, type GuildRow, requirePermissions } from '../access/access.ts'

/** Features that a guild switches itself; the others are the operator's to give. */
const OWN_FEATURES: readonly string[] = ['INVITES_DISABLED', 'RAID_ALERTS_DISABLED']
/** Of those the ones that take an administrator. */
const ADMINISTRATORS_FEATURES: readonly string[] = ['COMMUNITY', 'DISCOVERABLE']

/** The wanted features, as far as they are the guild's own to choose. @throws MissingPermissions */
export function draftFeatures(
	access: GuildAccess,
	wanted: readonly string[] | null | undefined,
): Partial<Pick<GuildRow, 'features'>> {
	if (!wanted) return {}
	const before = featuresOf(access.guild)
	const changed = [...ADMINISTRATORS_FEATURES, ...OWN_FEATURES].filter(
		(feature) => wanted.includes(feature) !== before.includes(feature),
	)
	if (changed.length === 0) return {}
	if (changed.some((feature) => ADMINISTRATORS_FEATURES.includes(feature))) {
		requirePermissions(access, 'Administrator')
	}
	const kept = before.filter((feature) => !changed.includes(feature))
	const added = changed.filter((feature) => wanted.includes(feature))
	return { features: JSON.stringify([...kept, ...added]) }
}

/** @throws InvalidFormBody where a community would be without its two channels */
export function requireCommunity(guild: GuildRow): void {
	if (!featuresOf(guild).includes('COMMUNITY')) return
	const missing = (['rules_channel_id', 'public_updates_channel_id'] as const).filter((place) => guild[place] === null)
	if (missing.length === 0) return
	throw formErrors(
		missing.map((place) => ({
			path: [place],
			code: 'BASE_TYPE_REQUIRED',
			message: 'A community has a channel for its rules and one for updates.',
		})),
	)
}
