import { heldBy } from '../core/object.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import type { StatusType } from '../enums/users.ts'
import { presence } from '../parts/parts.ts'
import type { Activity } from '../records/activity.ts'
import type { ActivityInvite } from '../records/activity-invite.ts'
import type {
	AcceptActivityInviteCallback,
	ActivityInviteCallback,
	ActivityJoinCallback,
	ActivityJoinWithApplicationCallback,
	OrNone,
	SendActivityInviteCallback,
	UpdateRichPresenceCallback,
	UpdateStatusCallback,
} from './callbacks.ts'
import { type CallOptions, type Last, operate } from './operation.ts'
import { RelationshipCalls } from './relationship-calls.ts'

/** What a client says of its player, and how others come along. */
export abstract class PresenceCalls extends RelationshipCalls {
	/** Says whether the player wants to be seen and disturbed: Online, Idle, Dnd or Invisible. Until `Disconnect`. */
	SetOnlineStatus(status: StatusType, callback: UpdateStatusCallback): void
	SetOnlineStatus(status: StatusType, options?: CallOptions): Promise<void>
	SetOnlineStatus(status: StatusType, last: Last<UpdateStatusCallback>) {
		return operate(this, last, 'SetOnlineStatus', [], (call) => presence((part) => part.setOnlineStatus(call, status)))
	}

	/**
	 * Says what the player does, in place of what was said before, until `Disconnect`. A field that the platform would not
	 * take is named by a ValidationError. Of several in a few seconds the last one counts. Before `Connect` it would take a
	 * client of the platform on this machine: RPCError.
	 */
	UpdateRichPresence(activity: Activity, cb: UpdateRichPresenceCallback): void
	UpdateRichPresence(activity: Activity, options?: CallOptions): Promise<void>
	UpdateRichPresence(activity: Activity, last: Last<UpdateRichPresenceCallback>) {
		return operate(this, last, 'UpdateRichPresence', [], async (call) => {
			const given = activity.copy()
			return presence((part) => part.updateRichPresence(call, given))
		})
	}

	/** The player does nothing any more. */
	ClearRichPresence(): void {
		const state = heldBy(this)
		// In its turn behind an UpdateRichPresence.
		presence((part) => part.clearRichPresence(state)).catch((error) =>
			state.log.error(`The presence was not cleared. ${error}`),
		)
	}

	/**
	 * Invites somebody into the party of the player's presence, with a text or none. Behind many changes in a few seconds it waits
	 * until the platform knows of that party, no longer than a request may take.
	 */
	SendActivityInvite(userId: SnowflakeLike, content: string, cb: SendActivityInviteCallback): void
	SendActivityInvite(userId: SnowflakeLike, content: string, options?: CallOptions): Promise<void>
	SendActivityInvite(userId: SnowflakeLike, content: string, last: Last<SendActivityInviteCallback>) {
		return operate(this, last, 'SendActivityInvite', [], (call) =>
			presence((part) => part.sendInvite(call, userId, content)),
		)
	}

	/** Asks somebody to be let into their party: they get an invite of type JoinRequest. */
	SendActivityJoinRequest(userId: SnowflakeLike, cb: SendActivityInviteCallback): void
	SendActivityJoinRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	SendActivityJoinRequest(userId: SnowflakeLike, last: Last<SendActivityInviteCallback>) {
		return operate(this, last, 'SendActivityJoinRequest', [], (call) =>
			presence((part) => part.sendJoinRequest(call, userId)),
		)
	}

	/** Lets somebody in who asked to be, by an invite of type Join. */
	SendActivityJoinRequestReply(invite: ActivityInvite, cb: SendActivityInviteCallback): void
	SendActivityJoinRequestReply(invite: ActivityInvite, options?: CallOptions): Promise<void>
	SendActivityJoinRequestReply(invite: ActivityInvite, last: Last<SendActivityInviteCallback>) {
		return operate(this, last, 'SendActivityJoinRequestReply', [], async (call) => {
			const given = invite.copy()
			return presence((part) => part.replyToJoinRequest(call, given))
		})
	}

	/** Comes along, and gives the secret that the game joins with. Other games of the player are told by `SetActivityJoinCallback`. */
	AcceptActivityInvite(invite: ActivityInvite, cb: AcceptActivityInviteCallback): void
	AcceptActivityInvite(invite: ActivityInvite, options?: CallOptions): Promise<string>
	AcceptActivityInvite(invite: ActivityInvite, last: Last<AcceptActivityInviteCallback>) {
		return operate(this, last, 'AcceptActivityInvite', [''], async (call) => {
			const given = invite.copy()
			return presence((part) => part.acceptInvite(call, given))
		})
	}

	/** Called for every invite and every wish for one; no listener of messages hears of these. */
	SetActivityInviteCreatedCallback(cb: OrNone<ActivityInviteCallback>): void {
		heldBy(this).events.set('activityInviteCreated', cb)
	}

	/** Called when an invite is good no more, or is again. */
	SetActivityInviteUpdatedCallback(cb: OrNone<ActivityInviteCallback>): void {
		heldBy(this).events.set('activityInviteUpdated', cb)
	}

	/** Called when the player comes along with another device, or on a page of the platform. */
	SetActivityJoinCallback(cb: OrNone<ActivityJoinCallback>): void {
		heldBy(this).events.set('activityJoin', cb)
	}

	/** The same, with the game. Both are called. */
	SetActivityJoinWithApplicationCallback(cb: OrNone<ActivityJoinWithApplicationCallback>): void {
		heldBy(this).events.set('activityJoinWithApplication', cb)
	}
}
