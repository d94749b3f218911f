import type { UserRow } from '../domain/accounts/accounts.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import type { Reading } from '../ports/store.ts'

/** A name and a picture, as pages show people and applications. */

export function personCardOf({ links }: Pick<Reading, 'links'>, user: UserRow) {
	return {
		name: user.global_name ?? user.username,
		avatarUrl: user.avatar === null ? null : `${links.cdn}/avatars/${user.id}/${user.avatar}.png?size=128`,
	}
}

export function applicationCardOf({ links }: Pick<Reading, 'links'>, { id, name, icon }: ApplicationRow) {
	return { name, iconUrl: icon === null ? null : `${links.cdn}/app-icons/${id}/${icon}.png?size=128` }
}
