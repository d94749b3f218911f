import { loginsPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { listLogins } from '../../domain/accounts/login-list.ts'
import { endLoginOfPerson, endLogins } from '../../domain/accounts/logins.ts'
import { addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** Adds the page of where one is signed in. */
export function addLogins(http: FastifyInstance, door: SiteDoor): void {
	const { store } = door
	const path = '/account/logins'

	addRoom(http, door, {
		path,
		async show({ userId, login, page }) {
			const logins = await listLogins(store, userId)
			return loginsPage({ ...page, logins: logins.map((one) => ({ ...one, isHere: one.hash === login.hash })) })
		},
		acts: {
			end: {
				async run({ userId }, { fields: { login: hash = '' } }): Promise<Outcome> {
					const isEnded =
						/^[0-9a-f]{64}$/.test(hash) && (await store.transaction((tx) => endLoginOfPerson(tx, userId, hash)))
					return isEnded ? { done: 'login-ended' } : { go: path }
				},
			},
			'end-others': {
				async run({ userId, login }) {
					await store.transaction((tx) => endLogins(tx, userId, login.hash))
					return { done: 'others-ended' }
				},
			},
		},
	})
}
