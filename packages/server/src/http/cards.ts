import type { UserRow } from '../domain/accounts/accounts.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import type { Reading } from '../ports/store.ts'

/** A name and a picture, as pages show people and applications. */

export function personCardOf(
	{ links }: Pick<Reading, 'links'>,
	user: Pick<UserRow, 'id' | 'username' | 'global_name' | 'avatar'>,
) {
	return {
		name: user.global_name ?? user.username,
		avatarUrl: user.avatar === null ? null : `${links.cdn}/avatars/${user.id}/${user.avatar}.png?size=128`,
	}
}

export function applicationCardOf({ links }: Pick<Reading, 'links'>, { id, name, icon }: ApplicationRow) {
	return { name, iconUrl: icon === null ? null : `${links.cdn}/app-icons/${id}/${icon}.png?size=128` }
}

/** The picture of a guild. */
export function guildIconOf({ links }: Pick<Reading, 'links'>, { id, icon }: { id: string; icon: string | null }) {
	return icon === null ? null : `${links.cdn}/icons/${id}/${icon}.png?size=128`
}

/** The picture beside a guild's tag. */
export function tagBadgeOf(
	{ links }: Pick<Reading, 'links'>,
	{ id, tag_badge }: { id: string; tag_badge: string | null },
) {
	return tag_badge === null ? null : `${links.cdn}/guild-tag-badges/${id}/${tag_badge}.png?size=32`
}
