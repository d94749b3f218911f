import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PermissionFlagsBits } from 'discord-api-types/v10'
import fc from 'fast-check'
import {
	ALL_PERMISSIONS,
	channelPermissions,
	DEFAULT_PERMISSIONS,
	DIRECT_PERMISSIONS,
	guildPermissions,
	hasPermissions,
	type Overwrite,
	PERMISSIONS,
	type PermissionName,
	type Standing,
} from './permissions.ts'

const bits = (...names: PermissionName[]): bigint => names.reduce((all, name) => all | PERMISSIONS[name], 0n)

const EVERYONE = '1'
const MODERATORS = '2'
const ALICE = '10'
const OWNER = '11'

const member = (permissions: bigint, more: Partial<Standing> = {}): Standing => ({
	guildId: EVERYONE,
	ownerId: OWNER,
	userId: ALICE,
	roles: [{ id: EVERYONE, permissions }],
	...more,
})

const forRole = (id: string, allow: bigint, deny: bigint): Overwrite => ({ id, type: 0, allow, deny })
const forMember = (id: string, allow: bigint, deny: bigint): Overwrite => ({ id, type: 1, allow, deny })

describe('the bits', () => {
	/** Names of the public types that differ from ours in more than letter case. */
	const OLDER_NAMES = new Set(['manageemojisandstickers'])
	const ours = new Map(Object.entries(PERMISSIONS).map(([name, bit]) => [name.toLowerCase(), bit]))

	for (const [name, bit] of Object.entries(PermissionFlagsBits)) {
		const known = name.toLowerCase()
		if (OLDER_NAMES.has(known)) continue
		it(`${name} is the public number`, () => assert.equal(ours.get(known), bit))
	}

	it('has none of its own', () => {
		const publicNames = new Set(Object.keys(PermissionFlagsBits).map((name) => name.toLowerCase()))
		assert.deepEqual(
			[...ours.keys()].filter((name) => !publicNames.has(name)),
			[],
		)
	})

	it('gives everyone of a new guild what they need to talk, and the outside apps (PERM-04)', () => {
		assert.ok(hasPermissions(DEFAULT_PERMISSIONS, 'ViewChannel', 'SendMessages', 'Connect', 'Speak', 'UseExternalApps'))
		assert.ok(!hasPermissions(DEFAULT_PERMISSIONS, 'ManageMessages'))
		assert.equal(DEFAULT_PERMISSIONS & bits('Administrator', 'KickMembers', 'PinMessages', 'BypassSlowmode'), 0n)
	})

	it('lets both sides of a direct channel pin, and neither moderate', () => {
		assert.ok(hasPermissions(DIRECT_PERMISSIONS, 'ViewChannel', 'SendMessages', 'PinMessages'))
		assert.equal(DIRECT_PERMISSIONS & bits('ManageMessages', 'ManageChannels'), 0n)
	})
})

describe('in a guild', () => {
	it('the owner may do everything', () => {
		assert.equal(guildPermissions(member(0n, { userId: OWNER })), ALL_PERMISSIONS)
	})

	it('an administrator may do everything, timed out or not', () => {
		assert.equal(guildPermissions(member(bits('Administrator'), { isTimedOut: true })), ALL_PERMISSIONS)
	})

	it('roles add up', () => {
		const roles = [
			{ id: EVERYONE, permissions: bits('ViewChannel') },
			{ id: MODERATORS, permissions: bits('KickMembers') },
		]
		assert.equal(guildPermissions(member(0n, { roles })), bits('ViewChannel', 'KickMembers'))
	})

	it('who is timed out may look and read', () => {
		const all = bits('ViewChannel', 'ReadMessageHistory', 'SendMessages', 'Connect', 'AddReactions')
		assert.equal(guildPermissions(member(all, { isTimedOut: true })), bits('ViewChannel', 'ReadMessageHistory'))
	})
})

describe('in a channel', () => {
	const base = bits('ViewChannel', 'SendMessages', 'AttachFiles', 'AddReactions')
	const moderator = member(base, {
		roles: [
			{ id: EVERYONE, permissions: base },
			{ id: MODERATORS, permissions: 0n },
			{ id: '3', permissions: 0n },
		],
	})

	const table: [string, Standing, Overwrite[], bigint][] = [
		['the guild decides where nothing is written', member(base), [], base],
		[
			'everyone is denied',
			member(base),
			[forRole(EVERYONE, 0n, bits('AddReactions'))],
			base & ~PERMISSIONS.AddReactions,
		],
		[
			'everyone is allowed more',
			member(base),
			[forRole(EVERYONE, bits('PinMessages'), 0n)],
			base | PERMISSIONS.PinMessages,
		],
		[
			'a role is allowed what everyone is denied',
			moderator,
			[forRole(MODERATORS, bits('AddReactions'), 0n), forRole(EVERYONE, 0n, bits('AddReactions'))],
			base,
		],
		[
			'among roles, allow wins over deny',
			moderator,
			[forRole(MODERATORS, 0n, bits('AddReactions')), forRole('3', bits('AddReactions'), 0n)],
			base,
		],
		['a role one does not hold says nothing', member(base), [forRole(MODERATORS, 0n, bits('AddReactions'))], base],
		[
			'the member is denied what their role is allowed',
			moderator,
			[forMember(ALICE, 0n, bits('AddReactions')), forRole(MODERATORS, bits('AddReactions'), 0n)],
			base & ~PERMISSIONS.AddReactions,
		],
		[
			'the member is allowed what all others deny',
			moderator,
			[
				forRole(EVERYONE, 0n, bits('AddReactions')),
				forRole(MODERATORS, 0n, bits('AddReactions')),
				forMember(ALICE, bits('AddReactions'), 0n),
			],
			base,
		],
		["somebody else's overwrite says nothing", member(base), [forMember('99', 0n, base)], base],
		['a role with the id of a member is not that member', member(base), [forRole(ALICE, 0n, base)], base],
		['without ViewChannel nothing is left', member(base), [forRole(EVERYONE, 0n, bits('ViewChannel'))], 0n],
		[
			'without SendMessages, what rests on it goes too',
			member(base),
			[forRole(EVERYONE, 0n, bits('SendMessages'))],
			bits('ViewChannel', 'AddReactions'),
		],
		[
			'the owner is above overwrites',
			member(0n, { userId: OWNER }),
			[forMember(OWNER, 0n, ALL_PERMISSIONS)],
			ALL_PERMISSIONS,
		],
		[
			'an administrator is above overwrites',
			member(bits('Administrator')),
			[forRole(EVERYONE, 0n, bits('ViewChannel'))],
			ALL_PERMISSIONS,
		],
		[
			'Administrator in an overwrite is not Administrator',
			member(base),
			[forMember(ALICE, bits('Administrator'), 0n)],
			base | PERMISSIONS.Administrator,
		],
		[
			'an overwrite does not lift a timeout',
			member(base, { isTimedOut: true }),
			[forMember(ALICE, bits('SendMessages'), 0n)],
			bits('ViewChannel'),
		],
	]
	for (const [says, standing, overwrites, expected] of table) {
		it(says, () => assert.equal(channelPermissions(standing, overwrites), expected))
	}
})

describe('whatever is written', () => {
	const someBits = fc.bigInt({ min: 0n, max: (1n << 53n) - 1n })
	const mortal = someBits.map((given) => given & ~PERMISSIONS.Administrator)
	const id = fc.constantFrom(EVERYONE, MODERATORS, '3', ALICE, '99')
	const overwrite = fc.record({ id, type: fc.constantFrom(0, 1), allow: someBits, deny: someBits })
	/** One for each target, as the database has them. */
	const overwrites = fc.uniqueArray(overwrite, { selector: ({ id, type }) => `${type}:${id}`, maxLength: 8 })
	const roles = fc.tuple(mortal, mortal).map(([everyone, other]) => [
		{ id: EVERYONE, permissions: everyone },
		{ id: MODERATORS, permissions: other },
	])

	it('the order of overwrites does not matter', () => {
		fc.assert(
			fc.property(roles, overwrites, (roles, list) => {
				const standing = member(0n, { roles })
				assert.equal(channelPermissions(standing, list), channelPermissions(standing, list.toReversed()))
			}),
		)
	})

	it('one who cannot see a channel can do nothing there', () => {
		fc.assert(
			fc.property(roles, overwrites, (roles, list) => {
				const result = channelPermissions(member(0n, { roles }), list)
				assert.ok(result === 0n || hasPermissions(result, 'ViewChannel'))
			}),
		)
	})

	it('a timeout never gives', () => {
		fc.assert(
			fc.property(roles, overwrites, (roles, list) => {
				const free = channelPermissions(member(0n, { roles }), list)
				const timedOut = channelPermissions(member(0n, { roles, isTimedOut: true }), list)
				assert.equal(timedOut & ~bits('ViewChannel', 'ReadMessageHistory'), 0n)
				assert.equal(timedOut & ~free, 0n)
			}),
		)
	})

	it("what the member's own overwrite allows or denies is so", () => {
		fc.assert(
			fc.property(roles, overwrites, fc.constantFrom(...Object.values(PERMISSIONS)), (roles, list, bit) => {
				const own = forMember(ALICE, PERMISSIONS.ViewChannel | PERMISSIONS.SendMessages | bit, 0n)
				const others = list.filter(({ id, type }) => !(type === 1 && id === ALICE))
				const allowed = channelPermissions(member(0n, { roles }), [...others, own])
				assert.equal(allowed & bit, bit)
				const denied = channelPermissions(member(0n, { roles }), [...others, forMember(ALICE, 0n, bit)])
				assert.equal(denied & bit, 0n)
			}),
		)
	})
})
