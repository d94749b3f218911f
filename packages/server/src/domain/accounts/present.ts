import type { PrivateUser, User } from '@guildhall/protocol'
import type { UserRow } from './accounts.ts'

/** The flag that tells games which accounts are placeholders (social.md §3.5). */
const PROVISIONAL_FLAG = 1 << 23

/** A user as everybody sees them. */
export function presentUser(user: UserRow): User {
	const flags = user.is_provisional ? user.flags | PROVISIONAL_FLAG : user.flags
	return {
		id: user.id,
		username: user.username,
		avatar: user.avatar,
		discriminator: user.discriminator,
		public_flags: flags,
		flags,
		...(user.is_bot ? { bot: true } : {}),
		...(user.is_system ? { system: true } : {}),
		banner: user.banner,
		accent_color: user.accent_color,
		global_name: user.global_name,
		avatar_decoration_data: null,
		collectibles: null,
		primary_guild: presentPrimaryGuild(user),
	}
}

/** The tag a user wears; only which guild it is of, where it was taken off (RES-04). */
function presentPrimaryGuild(user: UserRow): User['primary_guild'] {
	if (user.primary_guild_id === null) return null
	const isShown = user.primary_guild_enabled === 1
	return {
		identity_guild_id: user.primary_guild_id,
		identity_enabled: user.primary_guild_enabled === null ? null : isShown,
		tag: isShown ? user.primary_guild_tag : null,
		badge: isShown ? user.primary_guild_badge : null,
	}
}

/** What whoever asks about a user has been allowed to know of them. */
export interface Insight {
	/** The scope `email`. */
	seesEmail: boolean
	/** The scope `identify.premium`; without it everybody looks like one without a subscription (RES-04). */
	seesPremium: boolean
}

/**
 * What a user's own sessions are told of a change. Those of every application hear it: what not all of them may know stays
 * out of it, and is as they know it. A bot is alone with its own.
 */
export function presentChangedUser(user: UserRow): PrivateUser {
	if (user.is_bot === 1) return presentPrivateUser(user, { seesEmail: true, seesPremium: false })
	const { premium_type: _, ...known } = presentPrivateUser(user, { seesEmail: false, seesPremium: false })
	return known
}

/** A user as they see themselves. */
export function presentPrivateUser(user: UserRow, { seesEmail, seesPremium }: Insight): PrivateUser {
	return {
		...presentUser(user),
		mfa_enabled: user.has_mfa === 1,
		locale: user.locale,
		premium_type: seesPremium ? user.premium_type : 0,
		...(seesEmail ? { email: user.email, verified: user.is_verified === 1 } : {}),
		...(user.is_bot ? { bio: user.bio ?? '', verified: true } : {}),
	}
}
