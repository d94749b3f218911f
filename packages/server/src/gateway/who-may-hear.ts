import { PERMISSIONS, type PermissionOverwrite } from '@guildhall/protocol'
import type { Envelope } from '../ports/bus.ts'
import type { Bits, GuildRights } from './rights.ts'
import type { Rule } from './rules.ts'

const VIEW = PERMISSIONS.ViewChannel

/** Bits that let everybody hear. */
export type Deciding = Bits | 'anybody'

/** Whether a user hears what these bits decide; without a permission of its own an event asks for the right to view. */
export function mayHear(bits: Deciding, userId: string, needed: bigint): boolean {
	return bits === 'anybody' || isAllowed(bits.get(userId), needed)
}

/** The bits that decide on an event (G18); undefined where they must be worked out first. `rights`: of its guild, if it is of one. */
export function keptBits(rights: GuildRights | undefined, envelope: Envelope, rule: Rule): Deciding | undefined {
	const { channelId, exceptChannelId } = envelope
	if (!rights || (channelId === undefined && rule.permission === 0n)) return 'anybody'
	if (exceptChannelId !== undefined) return undefined
	return rule.carriesOverwrites ? undefined : rights.kept(channelId)
}

/** The same, worked out. */
export async function loadBits(rights: GuildRights | undefined, envelope: Envelope, rule: Rule): Promise<Bits> {
	const { channelId, exceptChannelId, data } = envelope
	if (!rights) throw new Error('Only guilds have rights.')
	if (exceptChannelId !== undefined)
		return exceptViewers(await rights.load(channelId), await rights.load(exceptChannelId))
	if (!rule.carriesOverwrites) return rights.load(channelId)
	return rights.loadBy((data as { permission_overwrites?: PermissionOverwrite[] }).permission_overwrites ?? [])
}

/** The bits of those who may not view the other channel. */
function exceptViewers(bits: Bits, others: Bits): Bits {
	return new Map([...bits].filter(([userId]) => !isAllowed(others.get(userId), VIEW)))
}

/** `bits` are undefined for one who is no member. A channel nobody may view leaves no bits at all. */
function isAllowed(bits: bigint | undefined, needed: bigint): boolean {
	return bits !== undefined && (bits & (needed || VIEW)) !== 0n
}
