import type { Subject } from '../report.ts'
import { lobbyRows } from './lobbies.ts'
import { presenceRows } from './presence.ts'

export const social: Subject = {
	name: 'social',
	async run(isShort) {
		const lobbies = isShort ? 1000 : 10_000
		return [
			{
				title: `${lobbies} lobbies of ten`,
				floor: 'bare fastify, one insert',
				rows: await lobbyRows(lobbies, isShort ? 500 : 3000),
			},
			{ title: 'presence', rows: await presenceRows(isShort ? 200 : 1000) },
		]
	},
}
