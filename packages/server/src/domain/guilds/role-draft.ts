import { ALL_PERMISSIONS, ApiError, formError, type RoleInput } from '@guildhall/protocol'
import type { RoleRow } from './present.ts'

/** The columns that a request sets directly. */
export type RoleDraft = Omit<RoleRow, 'id' | 'guild_id' | 'position'>

/** What the public platform turns every role of three colours into (RES-06). */
const HOLOGRAPHIC = { color: 11_127_295, secondary_color: 16_759_788, tertiary_color: 16_761_760 }

const BLANK: RoleDraft = {
	name: 'new role',
	color: 0,
	secondary_color: null,
	tertiary_color: null,
	is_hoisted: 0,
	icon: null,
	unicode_emoji: null,
	permissions: '0',
	is_managed: 0,
	is_mentionable: 0,
	flags: 0,
	bot_id: null,
}

/**
 * What a role becomes by these changes; a new one without `before`. Icons are stored by whoever calls.
 * @throws InvalidFormBody, BoostLevelTooLow
 */
export function draftRole(changes: RoleInput, features: readonly string[], before: RoleDraft = BLANK): RoleDraft {
	const draft = { ...before, ...draftColors(changes, features, before) }
	const name = changes.name?.trim()
	if (name !== undefined) draft.name = name === '' ? BLANK.name : name
	if (changes.permissions) draft.permissions = (BigInt(changes.permissions) & ALL_PERMISSIONS).toString()
	if (typeof changes.hoist === 'boolean') draft.is_hoisted = changes.hoist ? 1 : 0
	if (typeof changes.mentionable === 'boolean') draft.is_mentionable = changes.mentionable ? 1 : 0
	if (changes.unicode_emoji !== undefined) {
		if (changes.unicode_emoji) requireRoleIcons(features)
		draft.unicode_emoji = changes.unicode_emoji || null
		if (draft.unicode_emoji) draft.icon = null
	}
	return draft
}

/** @throws BoostLevelTooLow where the guild's roles have no icons. */
export function requireRoleIcons(features: readonly string[]): void {
	if (!features.includes('ROLE_ICONS')) throw new ApiError('BoostLevelTooLow')
}

/** `colors` wins over `color`; more than one colour is for guilds with the feature. */
function draftColors({ color, colors }: RoleInput, features: readonly string[], before: RoleDraft) {
	if (!colors) {
		if (typeof color !== 'number' || color === before.color) return {}
		return { color, secondary_color: null, tertiary_color: null }
	}
	const { primary_color, secondary_color = null, tertiary_color = null } = colors
	for (const [key, value] of Object.entries({ secondary_color, tertiary_color })) {
		if (value !== null && !features.includes('ENHANCED_ROLE_COLORS')) {
			throw formError(['colors', key], 'BASE_TYPE_BAD_VALUE', 'This guild cannot use gradient role colors.')
		}
	}
	if (tertiary_color !== null) return HOLOGRAPHIC
	return { color: primary_color ?? before.color, secondary_color, tertiary_color: null }
}
