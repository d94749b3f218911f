import { backupCodesPage, STRINGS, twoStepPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { countBackupCodes } from '../../domain/accounts/backup-codes.ts'
import { prove } from '../../domain/accounts/proofs.ts'
import { totpAddress } from '../../domain/accounts/totp.ts'
import {
	beginTwoStep,
	disableTwoStep,
	enableTwoStep,
	pendingSecret,
	replaceBackupCodes,
} from '../../domain/accounts/two-step.ts'
import { addRoom, type Outcome, type Visit } from '../room.ts'
import type { SiteDoor } from '../world.ts'

const HERE = '/account/two-step'

/** Adds the page of the second step. */
export function addTwoStep(http: FastifyInstance, door: SiteDoor): void {
	const { store, vault, config } = door

	async function stateOf({ userId, login: { user } }: Visit) {
		if (user.has_mfa) return { kind: 'on' as const, codesLeft: await countBackupCodes(store, userId) }
		const secret = await pendingSecret(store, vault, userId)
		if (secret === undefined) return { kind: 'off' as const }
		const issuer = `${STRINGS.platform} (${new URL(config.origin).host})`
		return { kind: 'pending' as const, secret, address: totpAddress(secret, issuer, user.username) }
	}

	const codesOf = ({ page, login: { user } }: Visit, codes: readonly string[]): Outcome => ({
		text: backupCodesPage({ ...page, codes, username: user.username, origin: config.origin }),
	})

	addRoom(http, door, {
		path: HERE,
		needsProof: true,
		show: async (visit) => twoStepPage({ ...visit.page, state: await stateOf(visit) }),
		acts: {
			begin: {
				async run({ userId, login: { user } }) {
					if (!user.has_mfa) await beginTwoStep(store, vault, userId)
					return { go: HERE }
				},
			},
			enable: {
				async run(visit, { fields: { code = '' } }): Promise<Outcome> {
					const codes = await enableTwoStep(store, vault, visit.userId, code)
					if (!codes) return { problems: { code: STRINGS.account.twoStep.wrong } }
					visit.keep((await prove(store, visit.login, ['otp', 'mfa'])).loginToken)
					return codesOf(visit, codes)
				},
			},
			renew: {
				async run(visit): Promise<Outcome> {
					const codes = await replaceBackupCodes(store, visit.userId)
					return codes ? codesOf(visit, codes) : { go: HERE }
				},
			},
			disable: {
				async run({ userId }): Promise<Outcome> {
					const isDone = await disableTwoStep(store, userId)
					return isDone ? { done: 'two-step-off', at: '/account/security' } : { go: HERE }
				},
			},
		},
	})
}
