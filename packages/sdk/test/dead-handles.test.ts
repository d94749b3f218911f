/** behaviour.md §1: what a handle gives when its client is no more, for every getter of every handle. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Client, ExternalIdentityProviderType, StatusType } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import type { Contract } from '../tools/surface.ts'

const { types }: Contract = JSON.parse(readFileSync(new URL('../contract/present.json', import.meta.url), 'utf8'))

/** The enums whose default is not 0. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
	'UserHandle.Status': StatusType.Offline,
	'UserApplicationProfileHandle.ProviderType': ExternalIdentityProviderType.None,
}

/** A player about whom everything that handles can tell is known. */
async function known(): Promise<{ client: Client; handles: Record<string, object | undefined> }> {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob', { globalName: 'Bob', avatar: 'abc' })]
	const profile = {
		provider_type: 'STEAM',
		provider_id: 'p',
		provider_issued_user_id: '7',
		username: 'B',
		metadata: 'm',
	}
	const client = await platform.play(alice)
	for (const track of ['platform', 'game'] as const) {
		bob.asks(alice, track)
		alice.asks(bob, track)
	}
	const lobbyId = platform.lobby([alice, bob], { map: 'desert' })
	bob.isMember(lobbyId, { flags: 1, metadata: { team: 'red' }, additionalName: 'Sir Bob' })
	const said = bob.says(lobbyId, 'hi', { metadata: { tone: 'soft' }, more: { attachments: [{ id: '1' }] } })
	platform.moderate(said, { action: 'blur' })
	const wrote = bob.writes(alice, 'hello')
	bob.shows({ status: 'dnd', activities: [{ type: 0, details: 'In a match', application_id: platform.applicationId }] })
	platform.dispatch(alice, 'USER_APPLICATION_IDENTITY_UPDATE', { user_id: bob.id, avatar_hash: 'x', ...profile })
	const voice = { lobby_id: lobbyId, channel_id: lobbyId, user_id: bob.id, self_mute: true, self_deaf: true }
	platform.dispatch(alice, 'LOBBY_VOICE_STATE_UPDATE', voice)
	await platform.settled()
	const lobby = client.GetLobbyHandle(lobbyId)
	const user = client.GetUser(bob.id)
	const channelId = client.GetMessageHandle(wrote)?.ChannelId() ?? 0n
	return {
		client,
		handles: {
			UserHandle: user,
			LobbyHandle: lobby,
			LobbyMemberHandle: lobby?.GetLobbyMemberHandle(bob.id),
			MessageHandle: client.GetMessageHandle(said),
			ChannelHandle: client.GetChannelHandle(channelId),
			RelationshipHandle: client.GetRelationshipHandle(bob.id),
			UserApplicationProfileHandle: user?.UserApplicationProfiles()[0],
			CallInfoHandle: lobby?.GetCallInfoHandle(),
			VoiceStateHandle: lobby?.GetCallInfoHandle()?.GetVoiceStateHandle(bob.id),
		},
	}
}

/** Nothing, or a handle of nobody. */
function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return !value
	return 'Id' in value ? (value as { Id(): bigint }).Id() === 0n : Object.keys(value).length === 0
}

const HANDLES = Object.keys(types).filter((name) => name.endsWith('Handle'))

describe('a handle whose client is destroyed is valid, and gives the default of each of its types', () => {
	for (const name of HANDLES) {
		test(name, async () => {
			const { client, handles } = await known()
			const handle = handles[name] as Record<string, (...args: unknown[]) => unknown> | undefined
			assert.ok(handle, 'there is one')
			const getters = Object.entries(types[name]?.methods ?? {})
			const read = () => getters.map(([getter, arity]) => [getter, handle[getter]?.(...Array(arity).fill(1))] as const)
			assert.ok(
				read().some(([, value]) => !isEmpty(value)),
				'there is something to tell before',
			)
			client.Destroy()
			assert.equal(handle.isValid?.(), true)
			for (const [getter, value] of read()) {
				const wanted = DEFAULTS[`${name}.${getter}`]
				if (wanted === undefined) assert.ok(isEmpty(value), `${getter} gives ${String(value)}`)
				else assert.equal(value, wanted, getter)
			}
		})
	}
})
