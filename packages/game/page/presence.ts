/** What friends see of the player: in the harbor, or in a match that they may come to. */
import { Activity, ActivityGamePlatforms, ActivityPartyPrivacy, type Client } from '@guildhall/socialsdk'
import type { Table } from './table.ts'

export interface PresenceKeeper {
	/** Says where the player is; nothing happens where that was said already. */
	show(table: Table | undefined): void
	/** Nothing was said yet, to a new connection. */
	forget(): void
}

export function createPresence(client: Client): PresenceKeeper {
	let said = ''
	return {
		forget() {
			said = ''
		},
		show(table) {
			const activity = activityOf(table)
			const text = JSON.stringify(activity)
			if (text === said) return
			said = text
			// Friends see less then; the match does not need it.
			client.UpdateRichPresence(activity).catch((error: unknown) => console.warn('The presence was not told.', error))
		},
	}
}

function activityOf(table: Table | undefined): Activity {
	const supportedPlatforms = ActivityGamePlatforms.Desktop
	if (!table) return new Activity({ state: 'In the harbor', supportedPlatforms })
	const { seats, round, score } = table.match()
	if (!table.side()) return new Activity({ state: 'Watching a match', supportedPlatforms })
	const isWaiting = seats.starboard === undefined
	return new Activity({
		state: isWaiting ? 'Waiting for a second keeper' : `Round ${round.number}, ${score.port} : ${score.starboard}`,
		// All members name the same party, and each knows the code that lets others in.
		party: {
			id: String(table.lobbyId),
			currentSize: isWaiting ? 1 : 2,
			maxSize: 2,
			privacy: ActivityPartyPrivacy.Private,
		},
		secrets: { join: table.code },
		supportedPlatforms,
	})
}
