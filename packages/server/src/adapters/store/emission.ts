import type { EventData, EventDeclaration } from '@guildhall/protocol'
import type { Bus, Envelope, Subject } from '../../ports/bus.ts'
import type { Links } from '../../ports/links.ts'
import type { Reading, Target, Transaction } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import type { JobSignal } from './jobs.ts'

/** What a transaction needs besides its connection. */
export interface StoreWorld {
	node: number
	now(): number
	newId(): string
	links: Links
	vault: Vault
	bus: Bus
	jobs: JobSignal
}

/** A connection, or many that look the same. */
export type Connection = Pick<Reading, 'db' | 'dialect' | 'run'>

/** A transaction over a connection, that keeps what it said until `publish`. */
export function openTransaction(connection: Connection, world: StoreWorld): Transaction & { publish(): void } {
	const said: Envelope[] = []
	let hasJobs = false
	return {
		...connection,
		links: world.links,
		vault: world.vault,
		now: world.now,
		newId: world.newId,
		emit<E extends EventDeclaration>(event: E, target: Target, data: EventData<E>) {
			said.push(...address(target, event.name, new Written(data)))
		},
		async enqueue(kind, payload, runAt) {
			hasJobs = true
			await connection.db
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

/** The data of an event and its JSON: written when somebody listens, and once however many do. */
class Written {
	readonly data: unknown
	#json: string | undefined

	constructor(data: unknown) {
		this.data = data
	}

	get json(): string {
		this.#json ??= JSON.stringify(this.data)
		return this.#json
	}
}

/** An envelope whose JSON is that of all its copies. */
class Addressed implements Envelope {
	readonly subject: Subject
	readonly name: string
	readonly channelId?: string
	readonly exceptChannelId?: string
	readonly onlyUserIds?: readonly string[]
	readonly exceptUserId?: string
	readonly applicationId?: string
	readonly exceptApplicationIds?: readonly string[]
	readonly exceptSessionId?: string
	readonly #written: Written

	constructor(subject: Subject, name: string, written: Written, rest: AddressRest = {}) {
		this.subject = subject
		this.name = name
		this.#written = written
		Object.assign(this, rest)
	}

	get json(): string {
		return this.#written.json
	}

	get data(): unknown {
		return this.#written.data
	}
}

type AddressRest = Pick<
	Envelope,
	| 'channelId'
	| 'exceptChannelId'
	| 'onlyUserIds'
	| 'exceptUserId'
	| 'applicationId'
	| 'exceptApplicationIds'
	| 'exceptSessionId'
>

function address(target: Target, name: string, written: Written): Envelope[] {
	const envelope = (subject: Subject, rest?: AddressRest) => new Addressed(subject, name, written, rest)
	if ('userIds' in target) {
		const { applicationId, exceptApplicationIds, exceptSessionId } = target
		const only = {
			...(applicationId === undefined ? {} : { applicationId }),
			...(exceptApplicationIds?.length ? { exceptApplicationIds } : {}),
			...(exceptSessionId === undefined ? {} : { exceptSessionId }),
		}
		return target.userIds.map((id) => envelope(`user.${id}`, only))
	}
	if ('applicationId' in target) return [envelope(`application.${target.applicationId}`)]
	if ('internal' in target) return [envelope(`internal.${target.internal}`)]
	const { exceptUserId } = target
	const rest = exceptUserId === undefined ? {} : { exceptUserId }
	if ('lobbyId' in target) return [envelope(`lobby.${target.lobbyId}`, rest)]
	const { guildId, channelId, exceptChannelId, onlyUserIds } = target
	return [
		envelope(`guild.${guildId}`, {
			...rest,
			...(channelId === undefined ? {} : { channelId }),
			...(exceptChannelId === undefined ? {} : { exceptChannelId }),
			...(onlyUserIds === undefined ? {} : { onlyUserIds }),
		}),
	]
}
