import { deletedPage, deletionPage, STRINGS } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { normalUsername } from '../../domain/accounts/usernames.ts'
import { closeAccount, holdingsOf } from '../../domain/closures/close-account.ts'
import { addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** Adds the page where an account ends. */
export function addDeletion(http: FastifyInstance, door: SiteDoor): void {
	const { store } = door
	const path = '/account/delete'

	addRoom(http, door, {
		path,
		needsProof: true,
		show: async ({ userId, login: { user }, page }) =>
			deletionPage({ ...page, username: user.username, ...(await holdingsOf(store, userId)) }),
		acts: {
			delete: {
				async run({ userId, login: { user }, forget }, { fields: { name = '' } }): Promise<Outcome> {
					if (normalUsername(name) !== user.username) {
						return { problems: { name: STRINGS.account.deletion.wrongName(user.username) } }
					}
					if (!(await store.transaction((tx) => closeAccount(tx, userId)))) return { go: path }
					forget()
					return { text: deletedPage() }
				},
			},
		},
	})
}
