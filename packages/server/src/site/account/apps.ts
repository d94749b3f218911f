import { isSnowflake } from '@guildhall/protocol'
import { appsPage, gamesPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { isMessageSenders, messageSendersOf, setMessageSenders } from '../../domain/accounts/settings.ts'
import { applicationsOf, disconnect, listConnected, requestAuthorization } from '../../domain/applications/connected.ts'
import { listIdentities } from '../../domain/identities/identities.ts'
import { applicationCardOf } from '../../http/cards.ts'
import { inWords } from '../../http/scope-words.ts'
import { addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** Adds the pages of what uses the account: applications, and what one is in games. */
export function addApps(http: FastifyInstance, door: SiteDoor): void {
	const { store, openGames } = door

	addRoom(http, door, {
		path: '/account/apps',
		async show({ userId, page }) {
			const connected = await listConnected(store, userId)
			return appsPage({
				...page,
				applications: connected.map(({ application, authorization }) => ({
					...applicationCardOf(store, application),
					id: authorization.id,
					scopes: inWords(JSON.parse(authorization.scopes) as string[]).filter(({ says }) => says !== ''),
					since: authorization.created_at,
					usedAt: authorization.updated_at,
				})),
			})
		},
		acts: {
			remove: {
				async run({ userId }, { fields: { authorization = '' } }): Promise<Outcome> {
					const isRemoved =
						isSnowflake(authorization) && (await store.transaction((tx) => disconnect(tx, userId, authorization)))
					return isRemoved ? { done: 'app-removed' } : { go: '/account/apps' }
				},
			},
		},
	})

	/** Games that know the person by an account elsewhere, in the order of the games' ids. */
	async function linkedGames(userId: string) {
		const identities = await listIdentities(store, userId)
		const games = await applicationsOf(
			store,
			identities.map((identity) => identity.application_id),
		)
		const byId = new Map(games.map((game) => [game.id, game]))
		return identities.flatMap(({ application_id, type, subject }) => {
			const game = byId.get(application_id)
			return game ? [{ ...applicationCardOf(store, game), provider: type, subject }] : []
		})
	}

	addRoom(http, door, {
		path: '/account/games',
		async show({ userId, page }) {
			const senders = (await messageSendersOf(store, [userId])).get(userId) ?? 'everyone'
			const open = await applicationsOf(store, openGames.of(userId))
			return gamesPage({
				...page,
				senders,
				open: open.map((application) => ({ ...applicationCardOf(store, application), id: application.id })),
				linked: await linkedGames(userId),
			})
		},
		acts: {
			save: {
				async run({ userId }, { fields: { senders = '' } }): Promise<Outcome> {
					if (!isMessageSenders(senders)) return { go: '/account/games' }
					await store.transaction((tx) => setMessageSenders(tx, userId, senders))
					return { done: 'games-saved' }
				},
			},
			ask: {
				async run({ userId }, { fields: { application = '' } }): Promise<Outcome> {
					if (!openGames.of(userId).includes(application)) return { go: '/account/games' }
					await store.transaction(async (tx) => requestAuthorization(tx, { userId, applicationId: application }))
					return { done: 'game-asked' }
				},
			},
		},
	})
}
