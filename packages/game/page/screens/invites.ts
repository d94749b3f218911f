/** Invites of friends, and wishes to be let in: above everything, wherever the player is. */
import { ActivityActionTypes, type ActivityInvite, type Client, type Snowflake } from '@guildhall/socialsdk'
import { byId } from '../dom.ts'
import { button, person } from './people.ts'

/** `come` goes to the match of a code. */
export function showInvites(client: Client, come: (code: string) => void): void {
	const invites = new Map<Snowflake, ActivityInvite>()
	client.on('activityInviteCreated', (invite) => {
		for (const [id, other] of invites) {
			if (other.SenderId() === invite.SenderId() && other.Type() === invite.Type()) invites.delete(id)
		}
		invites.set(invite.MessageId(), invite)
		draw()
	})
	client.on('activityInviteUpdated', (invite) => {
		if (!invite.IsValid()) invites.delete(invite.MessageId())
		draw()
	})
	client.on('userUpdated', draw)
	// Accepted on another device of the player, or on a page of the platform.
	client.on('activityJoin', come)

	function draw(): void {
		byId('invites').replaceChildren(...[...invites.values()].map(line))
		byId('invites').hidden = invites.size === 0
	}

	function line(invite: ActivityInvite): HTMLElement {
		const name = client.GetUser(invite.SenderId())?.DisplayName() ?? 'Somebody'
		const drop = async () => {
			invites.delete(invite.MessageId())
			draw()
		}
		const isInvite = invite.Type() === ActivityActionTypes.Join
		const accept = async () => {
			if (isInvite) come(await client.AcceptActivityInvite(invite))
			else await client.SendActivityJoinRequestReply(invite)
			await drop()
		}
		return person(
			name,
			isInvite ? 'invites you to a match' : 'wants to come to your match',
			'',
			button(isInvite ? 'Come along' : 'Let in', `${isInvite ? 'Come along with' : 'Let in'} ${name}`, accept),
			button('Not now', `Not now, ${name}`, drop),
		)
	}
}
