import type { EventData, EventDeclaration } from '@guildhall/protocol'
import type { Kysely } from 'kysely'
import type { Bus, Envelope, Subject } from '../../ports/bus.ts'
import type { Links } from '../../ports/links.ts'
import type { Target, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import type { JobSignal } from './jobs.ts'

/** What a transaction needs besides its connection. */
export interface StoreWorld {
	now(): number
	newId(): string
	links: Links
	bus: Bus
	jobs: JobSignal
}

/** A transaction over `db` that keeps what it said until `publish`. */
export function openTransaction(db: Kysely<Tables>, world: StoreWorld): Transaction & { publish(): void } {
	const said: Envelope[] = []
	let hasJobs = false
	return {
		db,
		links: world.links,
		now: world.now,
		newId: world.newId,
		emit<E extends EventDeclaration>(event: E, target: Target, data: EventData<E>) {
			said.push(...address(target, event.name, JSON.stringify(data), data))
		},
		async enqueue(kind, payload, runAt) {
			hasJobs = true
			await db
				.insertInto('jobs')
				.values({
					id: world.newId(),
					kind,
					payload: JSON.stringify(payload),
					run_at: runAt ?? world.now(),
					locked_until: null,
				})
				.execute()
		},
		publish() {
			for (const envelope of said) world.bus.publish(envelope)
			if (hasJobs) world.jobs.nudge()
		},
	}
}

function address(target: Target, name: string, json: string, data: unknown): Envelope[] {
	const envelope = (subject: Subject, rest: Partial<Envelope> = {}): Envelope => ({
		subject,
		name,
		json,
		data,
		...rest,
	})
	if ('userIds' in target) {
		const only = target.applicationId === undefined ? {} : { applicationId: target.applicationId }
		return target.userIds.map((id) => envelope(`user.${id}`, only))
	}
	if ('applicationId' in target) return [envelope(`application.${target.applicationId}`)]
	if ('internal' in target) return [envelope(`internal.${target.internal}`)]
	const { exceptUserId } = target
	const rest = exceptUserId === undefined ? {} : { exceptUserId }
	if ('lobbyId' in target) return [envelope(`lobby.${target.lobbyId}`, rest)]
	const { guildId, channelId, onlyUserIds } = target
	return [
		envelope(`guild.${guildId}`, {
			...rest,
			...(channelId === undefined ? {} : { channelId }),
			...(onlyUserIds === undefined ? {} : { onlyUserIds }),
		}),
	]
}
