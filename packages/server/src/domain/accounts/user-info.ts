import type { Scope, UserInfo } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { UserRow } from './accounts.ts'

/** The claims about a person that these scopes allow (OpenID Connect Core §5.3). */
export function presentUserInfo(
	{ links }: Pick<Reading, 'links'>,
	user: UserRow,
	scopes: ReadonlySet<Scope>,
): UserInfo {
	const { avatar } = user
	const picture =
		avatar === null
			? `${links.cdn}/embed/avatars/${Number((BigInt(user.id) >> 22n) % 6n)}.png`
			: `${links.cdn}/avatars/${user.id}/${avatar}.png`
	return {
		sub: user.id,
		...(scopes.has('identify')
			? { preferred_username: user.username, nickname: user.global_name, picture, locale: user.locale }
			: {}),
		...(scopes.has('email') ? { email: user.email, email_verified: user.is_verified === 1 } : {}),
	}
}
