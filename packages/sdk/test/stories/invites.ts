/** behaviour.md §8.3: the steps by which two games come into one party. */
import assert from 'node:assert/strict'
import {
	Activity,
	ActivityActionTypes,
	ActivityGamePlatforms,
	type ActivityInvite,
	type ActivityPartyPrivacy,
	type Client,
	StatusType,
} from '../../src/index.ts'
import { endOf, idOf, type Stage } from './stage.ts'

export const party = (id: string, more: { currentSize?: number; privacy?: ActivityPartyPrivacy } = {}): Activity =>
	new Activity({
		details: 'In a match',
		party: { id, currentSize: 1, maxSize: 4, ...more },
		secrets: { join: `secret-of-${id}` },
	})

/** Two who may write to each other and see each other. */
export async function befriend({ alice, bob, until }: Stage): Promise<void> {
	await alice.SendGameFriendRequestById(idOf(bob))
	await until(() => bob.GetRelationships().length === 1)
	await bob.AcceptGameFriendRequest(idOf(alice))
	await until(() => alice.GetRelationshipHandle(idOf(bob)).GameRelationshipType() === 1)
}

interface Heard {
	created: ActivityInvite[]
	updated: ActivityInvite[]
	joins: string[]
	messages: bigint[]
}

function hearing(client: Client): Heard {
	const heard: Heard = { created: [], updated: [], joins: [], messages: [] }
	client.SetActivityInviteCreatedCallback((invite) => heard.created.push(invite))
	client.SetActivityInviteUpdatedCallback((invite) => heard.updated.push(invite))
	client.SetActivityJoinCallback((secret) => heard.joins.push(secret))
	client.SetActivityJoinWithApplicationCallback((id, secret) => heard.joins.push(`${id} ${secret}`))
	client.SetMessageCreatedCallback((id) => heard.messages.push(id))
	return heard
}

async function inParty({ alice, bob, until }: Stage, id: string): Promise<void> {
	await alice.UpdateRichPresence(party(id))
	await until(() => bob.GetUser(idOf(alice))?.GameActivity()?.Party()?.Id() === id)
}

/** What each step does and what follows; each is played for itself. */
export const STEPS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
	'A invites B, B hears of it and accepts: the join secret': async (stage) => {
		const { alice, bob, until } = stage
		const heard = hearing(bob)
		const own = hearing(alice)
		await inParty(stage, 'p-invite')
		await alice.SendActivityInvite(idOf(bob), 'come')
		await until(() => heard.created.length === 1)
		const invite = heard.created[0] ?? assert.fail('no invite')
		assert.equal(invite.Type(), ActivityActionTypes.Join)
		assert.equal(invite.SenderId(), idOf(alice))
		assert.equal(invite.PartyId(), 'p-invite')
		assert.equal(invite.ApplicationId(), bob.GetApplicationId())
		assert.equal(invite.IsValid(), true)
		assert.equal(await bob.AcceptActivityInvite(invite), 'secret-of-p-invite')
		assert.deepEqual([heard.messages, own.created], [[], []], 'no message, and nothing of one’s own')
	},

	'B asks A, A hears of a request and agrees, B gets an invite and accepts': async (stage) => {
		const { alice, bob, until } = stage
		const [asked, invited] = [hearing(alice), hearing(bob)]
		await inParty(stage, 'p-request')
		await bob.SendActivityJoinRequest(idOf(alice))
		await until(() => asked.created.length === 1)
		const wish = asked.created[0] ?? assert.fail('no request')
		assert.equal(wish.Type(), ActivityActionTypes.JoinRequest)
		assert.equal(wish.SenderId(), idOf(bob))
		assert.equal(await endOf(alice.AcceptActivityInvite(wish)), 'ValidationError', 'a request is not accepted')
		await alice.SendActivityJoinRequestReply(wish)
		await until(() => invited.created.length === 1)
		const invite = invited.created[0] ?? assert.fail('no invite')
		assert.equal(invite.Type(), ActivityActionTypes.Join)
		assert.equal(await endOf(bob.SendActivityJoinRequestReply(invite)), 'ValidationError', 'nobody asked')
		assert.equal(await bob.AcceptActivityInvite(invite), 'secret-of-p-request')
	},

	'A ignores it: nothing happens': async (stage) => {
		const { alice, bob, until } = stage
		const [asked, invited] = [hearing(alice), hearing(bob)]
		await inParty(stage, 'p-ignored')
		await bob.SendActivityJoinRequest(idOf(alice))
		await until(() => asked.created.length === 1)
		assert.deepEqual([invited.created, invited.joins], [[], []])
	},

	'B accepts on another device: every other game of B is told': async (stage) => {
		const { alice, bob, until } = stage
		const other = await stage.again(bob)
		const [heard, there] = [hearing(bob), hearing(other)]
		await inParty(stage, 'p-device')
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 1 && there.created.length === 1)
		const [invite = assert.fail()] = there.created
		assert.equal(await other.AcceptActivityInvite(invite), 'secret-of-p-device')
		const joined = ['secret-of-p-device', `${bob.GetApplicationId()} secret-of-p-device`]
		await until(() => heard.joins.length === 2)
		assert.deepEqual([heard.joins, there.joins], [joined, []])
		other.Destroy()
	},

	'an invite is no good while A is out of the party, and again when A is back': async (stage) => {
		const { alice, bob, until } = stage
		const heard = hearing(bob)
		await inParty(stage, 'p-away')
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 1)
		const [invite = assert.fail()] = heard.created
		alice.ClearRichPresence()
		await stage.advance(5_000)
		await until(() => heard.updated.length === 1)
		assert.deepEqual([heard.updated[0]?.IsValid(), heard.updated[0]?.MessageId()], [false, invite.MessageId()])
		assert.equal(invite.IsValid(), true, 'a record is a copy')
		assert.equal(await endOf(bob.AcceptActivityInvite(invite)), 'HTTPError')
		await alice.UpdateRichPresence(party('p-away'))
		await stage.advance(5_000)
		await until(() => heard.updated.length === 2)
		assert.equal(heard.updated[1]?.IsValid(), true)
		assert.equal(await bob.AcceptActivityInvite(invite), 'secret-of-p-away')
	},

	'an invite of a stranger is no good while they are out of the party, nor of a friend who is invisible': async (
		stage,
	) => {
		const { alice, bob, until } = stage
		const heard = hearing(bob)
		const validity = () => heard.updated.map((invite) => invite.IsValid())
		await inParty(stage, 'p-seen')
		await alice.SetOnlineStatus(StatusType.Invisible)
		await until(() => bob.GetUser(idOf(alice))?.Status() === StatusType.Offline)
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 1)
		alice.ClearRichPresence()
		await until(() => validity().at(-1) === false)
		await stage.advance(20_000)
		await alice.UpdateRichPresence(party('p-seen'))
		await until(() => validity().at(-1) === true)
		assert.equal(await bob.AcceptActivityInvite(heard.created[0] ?? assert.fail()), 'secret-of-p-seen')

		await alice.RemoveGameFriend(idOf(bob))
		await until(() => bob.GetRelationshipHandle(idOf(alice)).GameRelationshipType() === 0)
		await alice.SetOnlineStatus(StatusType.Online)
		await stage.advance(20_000)
		await alice.UpdateRichPresence(party('p-strange'))
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 2)
		heard.updated.length = 0
		assert.equal(bob.GetUser(idOf(alice))?.GameActivity(), undefined)
		alice.ClearRichPresence()
		await until(() => validity().at(-1) === false)
		await stage.advance(20_000)
		await alice.UpdateRichPresence(party('p-strange'))
		await until(() => validity().at(-1) === true)
		assert.equal(await bob.AcceptActivityInvite(heard.created[1] ?? assert.fail()), 'secret-of-p-strange')
	},

	'an invite is no good after six hours': async (stage) => {
		const { alice, bob, until } = stage
		const heard = hearing(bob)
		await inParty(stage, 'p-old')
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 1)
		await stage.advance(6 * 3_600_000 - 60_000)
		assert.equal(heard.updated.length, 0)
		await stage.advance(60_000)
		await until(() => heard.updated.length === 1)
		assert.equal(heard.updated[0]?.IsValid(), false)
	},

	'A invites right after many changes: the invite waits until the platform knows of the party': async (stage) => {
		const { alice, bob, until } = stage
		const heard = hearing(bob)
		for (const round of [1, 2, 3, 4, 5, 6]) await alice.UpdateRichPresence(party(`p-round-${round}`))
		let end: string | undefined
		void endOf(alice.SendActivityInvite(idOf(bob), 'come')).then((said) => {
			end = said
		})
		await stage.advance(19_000)
		await until(() => alice.GetCurrentUser().GameActivity()?.Party()?.Id() === 'p-round-5')
		assert.deepEqual([end, heard.created], [undefined, []], 'the platform knows of five changes yet')
		await stage.advance(1_000)
		await until(() => end !== undefined && heard.created.length === 1)
		assert.equal(end, '')
		assert.equal(heard.created[0]?.PartyId(), 'p-round-6')
	},

	'A closes the game: what it said of its player is gone, without a word': async (stage) => {
		const { alice, bob, until } = stage
		const id = idOf(alice)
		await inParty(stage, 'p-closed')
		alice.Destroy()
		await until(() => bob.GetUser(id)?.Status() === StatusType.Offline)
		assert.equal(bob.GetUser(id)?.GameActivity(), undefined)
	},

	'V15 a party that names platforms is joined on one of these': async (stage) => {
		const { alice, bob, until } = stage
		const [asked, heard] = [hearing(alice), hearing(bob)]
		const { Android, IOS, Desktop } = ActivityGamePlatforms
		const names = async (supportedPlatforms: number) => {
			await stage.advance(20_000)
			const activity = party('p-platforms')
			activity.SetSupportedPlatforms(supportedPlatforms)
			await alice.UpdateRichPresence(activity)
			await until(() => bob.GetUser(idOf(alice))?.GameActivity()?.SupportedPlatforms() === supportedPlatforms)
		}
		await names(Android | IOS)
		await alice.SendActivityInvite(idOf(bob), '')
		await until(() => heard.created.length === 1)
		const [invite = assert.fail()] = heard.created
		await assert.rejects(bob.AcceptActivityInvite(invite), /ValidationError: .* on this platform, but on: /)
		assert.equal(await endOf(bob.SendActivityJoinRequest(idOf(alice))), 'ValidationError')
		await names(Android | Desktop)
		assert.equal(await bob.AcceptActivityInvite(invite), 'secret-of-p-platforms')
		assert.deepEqual(asked.created, [])
		await bob.SendActivityJoinRequest(idOf(alice))
		await until(() => asked.created.length === 1)
	},

	'without a party there is nothing to invite into': async (stage) => {
		const { alice, bob } = stage
		alice.ClearRichPresence()
		await stage.advance(5_000)
		assert.equal(await endOf(alice.SendActivityInvite(idOf(bob), '')), 'ValidationError')
		await alice.UpdateRichPresence(new Activity({ details: 'Alone' }))
		assert.equal(await endOf(alice.SendActivityInvite(idOf(bob), '')), 'ValidationError')
		assert.equal(await endOf(alice.SendActivityInvite(idOf(bob), 'x'.repeat(2001))), 'ValidationError')
	},
}
