/** A debug build plays with any secrets of lobbies and parties, on a platform that repeats them. Run by redaction.test.ts. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { Activity, type Client, ClientStatus, LoggingSeverity, SocialSdkError } from '../src/index.ts'
import { type FakeAnswer, type FakePlatform, fakePlatform } from '../src/testing/index.ts'

interface Secrets {
	/** Of a lobby that is come into, and of one that is refused. */
	lobby: string
	refused: string
	/** Of the player's party, and of the one they are invited into. */
	join: string
	joined: string
	/** Of a party that they come into with another device. */
	elsewhere: string
}

/** What a platform answers that repeats what it was sent. */
const COMPLAINTS: readonly ((secrets: Secrets) => FakeAnswer)[] = [
	(secrets) => ({ status: 400, body: { message: `no good: ${Object.values(secrets).join(' ')}`, code: 50035 } }),
	(secrets) => ({ status: 400, body: { message: JSON.stringify(secrets), code: 50035, errors: secrets } }),
	(secrets) => ({ status: 403, body: { message: new URLSearchParams({ ...secrets }).toString(), code: 50001 } }),
	(secrets) => ({ status: 500, body: secrets }),
	(secrets) => ({ status: 429, body: { ...secrets, message: 'slow', retry_after: 1 } }),
]

/** Everything that a game can put into a log of its own. */
function looks(thing: object): string[] {
	const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }
	return [String(thing), inspect(thing), inspect(thing, deep), JSON.stringify(thing) ?? '']
}

/** Plays, and gives what was said: lines of the log, errors, and what handles show of themselves. */
async function everything(platform: FakePlatform, secrets: Secrets, complaint: FakeAnswer): Promise<string[]> {
	const said: string[] = []
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	alice.asks(bob)
	bob.asks(alice)
	using client = await platform.play(alice)
	using other = await platform.play(bob)
	for (const one of [client, other]) one.AddLogCallback((line) => said.push(line), LoggingSeverity.Verbose)
	const party = (join: string) =>
		new Activity({ party: { id: 'party', currentSize: 1, maxSize: 4 }, secrets: { join } })
	let invite: Parameters<Client.ActivityInviteCallback>[0] | undefined
	client.SetActivityInviteCreatedCallback((given) => {
		invite = given
	})

	const lobbyId = await client.CreateOrJoinLobbyWithMetadata(secrets.lobby, {}, {})
	const messageId = await client.SendLobbyMessage(lobbyId, 'hello')
	await client.UpdateRichPresence(party(secrets.join))
	await other.UpdateRichPresence(party(secrets.joined))
	await platform.settled()
	await client.SendActivityInvite(bob.id, '')
	await other.SendActivityInvite(alice.id, '')
	await platform.settled()
	assert.ok(invite)
	assert.equal(await client.AcceptActivityInvite(invite), secrets.joined)
	platform.dispatch(alice, 'ACTIVITY_JOIN', { application_id: platform.applicationId, secret: secrets.elsewhere })
	await platform.settled()

	for (const handle of [
		client.GetLobbyHandle(lobbyId),
		client.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(alice.id),
		client.GetMessageHandle(messageId),
		client.GetChannelHandle(lobbyId),
		client.GetCurrentUserV2(),
		client.GetCurrentUserV2()?.GameActivity(),
		client.GetUser(bob.id)?.GameActivity(),
		client.GetRelationshipHandle(bob.id),
		invite,
		client,
	]) {
		assert.ok(handle)
		said.push(...looks(handle))
	}

	const refused = async (operation: Promise<unknown>) => {
		const error: unknown = await operation.catch((failed) => failed)
		assert.ok(error instanceof SocialSdkError)
		const { result } = error
		said.push(
			error.message,
			result.ToString(),
			result.Error(),
			result.ResponseBody(),
			...looks(error),
			...looks(result),
		)
	}
	const routes = ['PUT /lobbies', `POST /users/${bob.id}/messages`, `POST /lobbies/${lobbyId}/messages`]
	const accepting = platform.requests.findLast(({ path }) => path.includes('/activities/'))?.path
	for (const route of [...routes, `GET ${accepting}`, 'GET /gateway']) platform.answer(route, complaint)
	await refused(client.CreateOrJoinLobby(secrets.refused))
	await refused(client.CreateOrJoinLobbyWithMetadata(secrets.lobby, {}, {}))
	await refused(client.SendActivityInvite(bob.id, 'come'))
	await refused(client.AcceptActivityInvite(invite))
	await refused(client.SendLobbyMessage(lobbyId, 'hello'))
	// What the lookup is answered with is a line of the log.
	platform.drop(4009)
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.HttpWait)
	said.push(...looks(client))
	return said
}

// From the shortest that is taken out of text to the longest that a party may have; what a log line says by itself is no secret.
const secret = fc
	.string({ unit: 'grapheme', minLength: 6, maxLength: 60 })
	.filter((text) => text.length <= 120 && !/^[\w ./:-]{1,7}$/.test(text))
const secrets = fc
	.record<Secrets>({ lobby: secret, refused: secret, join: secret, joined: secret, elsewhere: secret })
	.filter((given) => new Set(Object.values(given)).size === 5)

let count = 0
await fc.assert(
	fc.asyncProperty(secrets, fc.constantFrom(...COMPLAINTS), async (given, complaint) => {
		const said = await everything(fakePlatform(), given, complaint(given))
		count += said.length
		for (const [name, value] of Object.entries(given)) {
			for (const spelling of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
				const leak = said.find((text) => text.includes(spelling))
				assert.equal(leak, undefined, `${name}: ${JSON.stringify(value)}`)
			}
		}
	}),
	{ numRuns: 80 },
)
console.log(count)
