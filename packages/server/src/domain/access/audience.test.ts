import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSnowflake, SNOWFLAKE_EPOCH } from '@guildhall/protocol'
import fc from 'fast-check'
import { audienceOf, isOnShard } from './audience.ts'

const guildId = fc
	.record({ at: fc.integer({ min: SNOWFLAKE_EPOCH, max: SNOWFLAKE_EPOCH + 1e12 }), increment: fc.nat(4095) })
	.map(({ at, increment }) => makeSnowflake({ at, node: 1, increment }))

test('every guild is on exactly one shard of each count', () => {
	fc.assert(
		fc.property(guildId, fc.integer({ min: 1, max: 64 }), (id, count) => {
			const shards = Array.from({ length: count }, (_, shard) => isOnShard(id, { id: shard, count }))
			assert.equal(shards.filter(Boolean).length, 1)
		}),
	)
})

test('the shards of a bot hear all of its guilds together, and what has no guild once', () => {
	fc.assert(
		fc.property(fc.uniqueArray(guildId), fc.integer({ min: 1, max: 8 }), (guildIds, count) => {
			const all = Array.from({ length: count }, (_, id) =>
				audienceOf(
					{ kind: 'bot', userId: '1', applicationId: '2', shard: { id, count } },
					{ guildIds, lobbyIds: ['9'] },
				),
			)
			assert.deepEqual(all.flatMap((audience) => audience.guildIds).sort(), [...guildIds].sort())
			assert.deepEqual(
				all.map((audience) => audience.subjects.includes('application.2')),
				all.map((_, index) => index === 0),
			)
			assert.deepEqual(
				all.flatMap((audience) => audience.lobbyIds),
				[],
			)
		}),
	)
})

test('a player hears their lobbies where the token reaches them, and no guild', () => {
	const player = { kind: 'player', userId: '1', applicationId: '2' } as const
	const isIn = { guildIds: ['5'], lobbyIds: ['7'] }
	assert.deepEqual(audienceOf({ ...player, hearsLobbies: true }, isIn), {
		subjects: ['user.1'],
		guildIds: [],
		lobbyIds: ['7'],
	})
	assert.deepEqual(audienceOf(player, isIn).lobbyIds, [])
})
