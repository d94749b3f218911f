/** Friends and requests: those within this game, and those of the whole platform. */
import { type Client, RelationshipGroupType, type RelationshipHandle, RelationshipType } from '@guildhall/socialsdk'
import { byId, onSubmit } from '../dom.ts'
import { button, person } from './people.ts'

const GROUPS = [
	[RelationshipGroupType.OnlinePlayingGame, 'here now', 'online'],
	[RelationshipGroupType.OnlineElsewhere, 'online', 'online'],
	[RelationshipGroupType.Offline, 'away', ''],
] as const

/** What the player and somebody are to each other, by the nearer of both tracks. */
export type Tie = 'friends' | 'asks' | 'asked' | 'none'

/** Keeps the list as it is; `changed` is called besides. */
export function showFriends(client: Client, changed: () => void): void {
	const refresh = () => {
		draw(client)
		changed()
	}
	for (const event of [
		'relationshipCreated',
		'relationshipDeleted',
		'relationshipGroupsUpdated',
		'userUpdated',
	] as const) {
		client.on(event, refresh)
	}
	client.on('statusChanged', refresh)
	onSubmit('ask', async (form) => {
		await client.SendGameFriendRequest(String(new FormData(form).get('friend')).trim())
		form.reset()
	})
}

export function tieWith(client: Client, userId: string): Tie {
	const relationship = client.GetRelationshipHandle(userId)
	const types = [relationship.GameRelationshipType(), relationship.PlatformRelationshipType()]
	if (types.includes(RelationshipType.Friend)) return 'friends'
	if (types.includes(RelationshipType.PendingIncoming)) return 'asks'
	return types.includes(RelationshipType.PendingOutgoing) ? 'asked' : 'none'
}

/** Asks, or accepts what was asked. */
export async function befriend(client: Client, userId: string): Promise<void> {
	const isOfPlatform =
		client.GetRelationshipHandle(userId).PlatformRelationshipType() === RelationshipType.PendingIncoming
	if (isOfPlatform) await client.AcceptPlatformFriendRequest(userId)
	else if (tieWith(client, userId) === 'asks') await client.AcceptGameFriendRequest(userId)
	else await client.SendGameFriendRequestById(userId)
}

function draw(client: Client): void {
	const requests = client
		.GetRelationships()
		.filter((one) => ['asks', 'asked'].includes(tieWith(client, String(one.Id()))))
	const friends = GROUPS.flatMap(([group, where, look]) =>
		client.GetRelationshipsByGroup(group).map((one) => friend(client, one, where, look)),
	)
	const present = GROUPS.slice(0, 2).flatMap(([group]) => client.GetRelationshipsByGroup(group))
	byId('guests').replaceChildren(...present.map((one) => guest(client, one)))
	byId('guests').hidden = present.length === 0
	byId('requests').replaceChildren(...requests.map((one) => request(client, one)))
	byId('friends').replaceChildren(...friends)
	byId('requests').hidden = requests.length === 0
	byId('friends').hidden = friends.length === 0
	byId('no-friends').hidden = friends.length + requests.length > 0
}

/** A friend, who may be asked for a place where there is one. */
function friend(client: Client, relationship: RelationshipHandle, where: string, look: string): HTMLElement {
	const user = relationship.User()
	const name = user?.DisplayName() ?? ''
	const activity = user?.GameActivity()
	const party = activity?.Party()
	const hasRoom = party !== undefined && party.CurrentSize() < party.MaxSize()
	const ask = () => client.SendActivityJoinRequest(relationship.Id())
	const asking = hasRoom ? [once(`join ${party.Id()}`, 'Ask to join', 'Asked', `Ask to join ${name}`, ask)] : []
	return person(name, activity?.State() ?? where, look, ...asking)
}

/** A friend who may be invited to the match that waits for somebody. */
function guest(client: Client, relationship: RelationshipHandle): HTMLElement {
	const name = relationship.User()?.DisplayName() ?? ''
	const invite = () => client.SendActivityInvite(relationship.Id(), 'Four lights in a row?')
	return person(
		name,
		'',
		'online',
		once(`${location.hash} ${relationship.Id()}`, 'Invite', 'Invited', `Invite ${name}`, invite),
	)
}

const done = new Set<string>()

/** A button for what is done once: it says so afterwards, also on a list that was drawn anew. */
function once(
	what: string,
	words: string,
	afterwards: string,
	label: string,
	run: () => Promise<void>,
): HTMLButtonElement {
	const made = button(done.has(what) ? afterwards : words, label, async () => {
		if (done.has(what)) return
		await run()
		done.add(what)
		show()
	})
	const show = () => {
		made.textContent = done.has(what) ? afterwards : words
		made.ariaDisabled = String(done.has(what))
	}
	show()
	return made
}

function request(client: Client, relationship: RelationshipHandle): HTMLElement {
	const id = String(relationship.Id())
	const name = relationship.User()?.DisplayName() ?? ''
	const isOfPlatform = relationship.PlatformRelationshipType() >= RelationshipType.PendingIncoming
	if (tieWith(client, id) === 'asked') {
		const takeBack = () => (isOfPlatform ? client.CancelPlatformFriendRequest(id) : client.CancelGameFriendRequest(id))
		return person(name, 'asked', '', button('Take back', `Take back the request to ${name}`, takeBack))
	}
	const refuse = () => (isOfPlatform ? client.RejectPlatformFriendRequest(id) : client.RejectGameFriendRequest(id))
	return person(
		name,
		'wants to be friends',
		'',
		button('Accept', `Accept ${name}`, () => befriend(client, id)),
		button('Refuse', `Refuse ${name}`, refuse),
	)
}
