import type { Wire } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { requireReady } from '../client/request.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { ClientStatus } from '../enums/clients.ts'
import { StatusType } from '../enums/users.ts'
import type { Activity } from '../records/activity.ts'
import { noLocalClient } from '../rpc/no-local-client.ts'
import { checkActivity } from './activity-bounds.ts'
import { writeActivity } from './write-activity.ts'

const STATUSES: Readonly<Partial<Record<StatusType, string>>> = {
	[StatusType.Online]: 'online',
	[StatusType.Idle]: 'idle',
	[StatusType.Dnd]: 'dnd',
	[StatusType.Invisible]: 'invisible',
}

export async function setOnlineStatus({ state }: Call, type: StatusType): Promise<void> {
	const status = STATUSES[type]
	if (status === undefined) throw failure('ValidationError', 'status: Online, Idle, Dnd or Invisible')
	requireReady(state)
	say(state, { ...state.presence, status })
}

/** What a frame may have at most (gateway.md G3). */
const LARGEST_FRAME = 4096

export async function updateRichPresence({ state }: Call, activity: Activity): Promise<void> {
	checkActivity(activity)
	const { status } = state.connection
	if (status() === ClientStatus.Disconnected) noLocalClient()
	requireReady(state)
	const presence = { ...state.presence, activity: writeActivity(activity) }
	const bytes = new TextEncoder().encode(JSON.stringify({ op: 3, d: frameOf(presence) })).length
	if (bytes > LARGEST_FRAME) throw failure('ValidationError', `The activity takes ${bytes} bytes of ${LARGEST_FRAME}`)
	state.redactor.remember(activity.Secrets()?.Join())
	say(state, presence)
}

export function clearRichPresence(state: ClientState): void {
	if (state.presence.activity) say(state, { ...state.presence, activity: undefined })
}

/** What the game says of its player. */
export interface OwnPresence {
	readonly status: string
	readonly activity: Wire | undefined
}

function say(state: ClientState, presence: OwnPresence): void {
	state.presence = presence
	state.connection.tell({ type: 'presence', presence: frameOf(presence) })
}

function frameOf({ status, activity }: OwnPresence): object {
	return { status, activities: activity ? [activity] : [], since: null, afk: false }
}
