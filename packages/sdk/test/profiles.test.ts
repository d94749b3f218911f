import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExternalIdentityProviderType, UserApplicationProfile, Users } from '../src/index.ts'
import { type Playing, playing } from './playing.ts'
import { telling } from './stories/stage.ts'

const PROFILE = {
	...{ provider_type: 'OIDC', provider_id: 'acme', provider_issued_user_id: 'player-7' },
	...{ username: 'Lancelot', metadata: '{"rank":3}', avatar_hash: 'abc' },
}

async function knowing(profiles: Record<string, object[]>): Promise<Playing & { users: Users }> {
	const play = await playing()
	const bob = play.platform.player('bob')
	play.platform.gateway.ready = {
		game_relationships: [{ id: bob.id, type: 1, user: bob }],
		user_application_profiles: profiles,
	}
	await play.ready()
	return Object.assign(play, { users: new Users(play.client) })
}

test('READY says who users are in the game, and handles show it', async () => {
	const { id } = { id: '1200000000000000098' }
	await using play = await knowing({ [id]: [PROFILE] })
	const [profile, ...more] = play.client.GetUser(id)?.UserApplicationProfiles() ?? []
	assert.ok(profile instanceof UserApplicationProfile)
	assert.deepEqual(more, [])
	assert.deepEqual(
		[profile.AvatarHash(), profile.Metadata(), profile.ProviderId(), profile.ProviderIssuedUserId()],
		['abc', '{"rank":3}', 'acme', 'player-7'],
	)
	assert.deepEqual([profile.ProviderType(), profile.Username()], [ExternalIdentityProviderType.OIDC, 'Lancelot'])
	for (const handles of [play.users.GetUserApplicationProfiles(id), play.users.GetUserApplicationProfilesNoLock(id)]) {
		assert.deepEqual(
			handles.map((one) => one.Username()),
			['Lancelot'],
		)
	}
	assert.deepEqual(play.users.GetUserApplicationProfiles(5), [], 'of strangers nothing is known')
	play.client.Destroy()
	assert.deepEqual([profile.Username(), profile.ProviderId(), profile.ProviderType()], ['', undefined, 5])
})

test('a profile that changes or ends is told as a change of the user', async () => {
	const id = '1200000000000000098'
	await using play = await knowing({})
	const { client, platform } = play
	const told = telling(client, 'userUpdated', 'relationshipGroupsUpdated')
	const where = { user_id: id, application_id: '1100000000000000001' }
	let heard = play.heard('relationshipGroupsUpdated')
	platform.gateway.dispatch('USER_APPLICATION_IDENTITY_UPDATE', { ...where, ...PROFILE, provider_type: 'NEW_ONE' })
	await heard
	const [profile] = client.GetUser(id)?.UserApplicationProfiles() ?? []
	assert.equal(profile?.ProviderType(), ExternalIdentityProviderType.Unknown)
	heard = play.heard('relationshipGroupsUpdated')
	platform.gateway.dispatch('USER_APPLICATION_IDENTITY_UPDATE', {
		...where,
		...PROFILE,
		username: null,
		provider_id: null,
	})
	await heard
	assert.deepEqual([profile?.Username(), profile?.ProviderId()], ['', undefined])
	heard = play.heard('relationshipGroupsUpdated')
	platform.gateway.dispatch('USER_APPLICATION_IDENTITY_REMOVE', { ...where, provider_type: 'OIDC' })
	await heard
	assert.deepEqual(client.GetUser(id)?.UserApplicationProfiles(), [])
	assert.equal(told.length, 6)
})

test('identities are of all the kinds of providers', async () => {
	const kinds: Record<string, keyof typeof ExternalIdentityProviderType> = {
		...{ OIDC: 'OIDC', EPIC_ONLINE_SERVICES: 'EpicOnlineServices', STEAM: 'Steam', UNITY_SERVICES: 'Unity' },
		...{ DISCORD_BOT: 'PlatformBot', APPLE: 'Unknown', PLAYSTATION_NETWORK: 'Unknown' },
	}
	for (const [wire, name] of Object.entries(kinds)) {
		const id = '1200000000000000098'
		await using play = await knowing({ [id]: [{ ...PROFILE, provider_type: wire }] })
		const [profile] = play.users.GetUserApplicationProfiles(id)
		assert.equal(profile?.ProviderType(), ExternalIdentityProviderType[name], wire)
	}
})
