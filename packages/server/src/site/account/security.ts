import { isSnowflake } from '@guildhall/protocol'
import { changeEmailPage, changePasswordPage, STRINGS, securityPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { askAddress } from '../../domain/accounts/addresses.ts'
import { countBackupCodes } from '../../domain/accounts/backup-codes.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../../domain/accounts/passkeys.ts'
import { changePassword } from '../../domain/accounts/proofs.ts'
import { canHavePasskeys } from '../passkeys.ts'
import { addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

const HERE = '/account/security'

/** Adds the pages of how one signs in. */
export function addSecurity(http: FastifyInstance, door: SiteDoor): void {
	const { store, config, sendsMail } = door

	addRoom(http, door, {
		path: HERE,
		async show({ userId, login: { user }, page }) {
			const passkeys = await listPasskeys(store, userId)
			return securityPage({
				...page,
				email: user.email,
				isVerified: user.is_verified === 1,
				sendsMail,
				hasTwoStep: user.has_mfa === 1,
				codesLeft: user.has_mfa ? await countBackupCodes(store, userId) : 0,
				passkeys: passkeys.map(({ id, name, is_synced, created_at, used_at }) => ({
					id,
					name,
					isSynced: is_synced === 1,
					addedAt: created_at,
					usedAt: used_at,
				})),
				originWithoutName: canHavePasskeys(config) ? null : config.origin,
			})
		},
		acts: {
			'confirm-email': {
				async run({ login: { user } }): Promise<Outcome> {
					const asked = await askAddress(store, user, user.email ?? '', { sendsMail })
					if (asked === 'limited') return { problems: { '': STRINGS.account.security.confirmLimited }, status: 429 }
					return asked === 'asked' ? { done: 'confirm-sent' } : { go: HERE }
				},
			},
			'rename-passkey': {
				async run({ userId }, { fields: { passkey = '', name = '' } }): Promise<Outcome> {
					const isDone = isSnowflake(passkey) && (await renamePasskey(store, userId, passkey, name))
					return isDone ? { done: 'passkey-renamed' } : { go: HERE }
				},
			},
			'remove-passkey': {
				needsProof: true,
				async run({ userId }, { fields: { passkey = '' } }): Promise<Outcome> {
					const isDone = isSnowflake(passkey) && (await removePasskey(store, userId, passkey))
					return isDone ? { done: 'passkey-removed' } : { go: HERE }
				},
			},
		},
	})

	addRoom(http, door, {
		path: '/account/email',
		needsProof: true,
		show: async ({ page }) => changeEmailPage({ ...page, sendsMail }),
		acts: {
			change: {
				async run({ login: { user } }, { fields: { email = '' } }): Promise<Outcome> {
					const asked = await askAddress(store, user, email, { sendsMail })
					if (asked === 'asked') return { done: 'email-sent', at: HERE }
					if (asked === 'changed') return { done: 'email-changed', at: HERE }
					const status = asked === 'limited' ? 429 : 400
					return { problems: { email: STRINGS.account.changeEmail.problems[asked] }, status }
				},
			},
		},
	})

	addRoom(http, door, {
		path: '/account/password',
		needsProof: true,
		show: async ({ login: { user }, page }) => changePasswordPage({ ...page, username: user.username }),
		acts: {
			change: {
				async run({ login, keep }, { fields: { password = '' } }): Promise<Outcome> {
					const changed = await changePassword(store, login, password)
					if ('problem' in changed) {
						return { problems: { password: STRINGS.register.problems.password[changed.problem] } }
					}
					keep(changed.loginToken)
					return { done: 'password-changed', at: HERE }
				},
			},
		},
	})
}
