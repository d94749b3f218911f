import assert from 'node:assert/strict'
import { it } from 'node:test'
import { expandScopes, isScope, SCOPES, type ScopeDeclaration } from './scopes.ts'

it('SOC-03 the social layer contains its presence part and what that stands for', () => {
	const presence = expandScopes(['sdk.social_layer_presence'])
	const all = expandScopes(['sdk.social_layer'])
	for (const scope of presence) assert.ok(all.has(scope), scope)
	for (const scope of ['lobbies.write', 'guilds', 'guilds.channels.read', 'voice', 'gateway.connect'] as const) {
		assert.ok(all.has(scope), scope)
	}
	assert.ok(presence.has('identify') && presence.has('gateway.connect'))
	assert.ok(!presence.has('lobbies.write'), 'lobbies need the whole social layer')
})

it('keeps the names that were asked for, and leaves unknown ones out', () => {
	assert.deepEqual([...expandScopes(['identify', 'application.commands', 'constructor'])], ['identify'])
	assert.ok(!isScope('toString'))
})

it('expands to scopes that stand for nothing further, or are expanded with it', () => {
	for (const [name, declared] of Object.entries<ScopeDeclaration>(SCOPES)) {
		for (const finer of declared.expands ?? []) {
			assert.ok(isScope(finer), `${name} expands to the unknown ${finer}`)
			const further: ScopeDeclaration = SCOPES[finer]
			for (const deeper of further.expands ?? []) assert.ok(declared.expands?.includes(deeper), deeper)
		}
	}
})

it('says what each scope gives; only one that an expansion reaches may be nothing to a person', () => {
	for (const [name, { says, approval }] of Object.entries<ScopeDeclaration>(SCOPES)) {
		assert.ok(says !== '' || approval === 'internal', name)
	}
})
