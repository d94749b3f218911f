import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScopeFlow } from '@guildhall/protocol'
import { readScopes, scopeProblem } from './scopes.ts'

const PLAIN = { eligible_scopes: '[]', social_terms_at: null }
const SOCIAL = { eligible_scopes: '[]', social_terms_at: 1 }
const APPROVED = { eligible_scopes: '["rpc","voice"]', social_terms_at: null }

test('scopes are read once each, in their order', () => {
	assert.deepEqual(readScopes('  openid identify  openid '), ['openid', 'identify'])
	assert.deepEqual(readScopes(''), [])
	assert.deepEqual(readScopes('application.commands bot applications.commands'), ['applications.commands', 'bot'])
})

test('what an application may ask for', () => {
	const table: [string, typeof PLAIN | typeof SOCIAL, ScopeFlow, boolean][] = [
		['identify', PLAIN, 'code', true],
		['openid identify email guilds', PLAIN, 'code', true],
		['', PLAIN, 'code', false],
		['nonsense', PLAIN, 'code', false],
		['identify nonsense', PLAIN, 'code', false],
		['application.commands', PLAIN, 'code', true],
		['bot', PLAIN, 'code', true],
		['bot', PLAIN, 'device', false],
		['webhook.incoming', PLAIN, 'code', true],
		['webhook.incoming', PLAIN, 'device', false],
		['webhook.incoming', PLAIN, 'client', false],
		['toString', PLAIN, 'code', false],
		['sdk.social_layer', PLAIN, 'code', false],
		['openid sdk.social_layer', SOCIAL, 'code', true],
		['sdk.social_layer_presence relationships.read', SOCIAL, 'code', true],
		['rpc', PLAIN, 'code', false],
		['rpc voice', APPROVED, 'code', true],
		['identify.premium', APPROVED, 'code', false],
		['lobbies.write', SOCIAL, 'code', false],
		['gateway.connect', SOCIAL, 'code', false],
		['identify guilds', PLAIN, 'token', true],
		['openid', PLAIN, 'token', false],
		['role_connections.write', PLAIN, 'code', true],
		['role_connections.write', PLAIN, 'token', false],
		['bot', PLAIN, 'token', false],
		['webhook.incoming', PLAIN, 'token', false],
		['identify applications.commands.update', PLAIN, 'client', true],
		['applications.commands.update', PLAIN, 'code', false],
		['openid', PLAIN, 'client', false],
		['bot', PLAIN, 'client', false],
	]
	for (const [text, application, flow, isAllowed] of table) {
		assert.equal(scopeProblem(readScopes(text), application, flow) === undefined, isAllowed, `${text} by ${flow}`)
	}
})
