import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
	AuthorizationArgs,
	type AuthorizationArgsInit,
	AuthorizationCodeChallenge,
	AuthorizationCodeVerifier,
	ClientCreateOptions,
	ClientResult,
	IntegrationType,
} from '../index.ts'
import { authorizationCodeVerifier } from './authorization-code-verifier.ts'

const RECORDS = [
	AuthorizationArgs,
	AuthorizationCodeChallenge,
	AuthorizationCodeVerifier,
	ClientCreateOptions,
	ClientResult,
]

describe('AuthorizationArgs', () => {
	test('REC-01…07 starts empty', () => {
		const args = new AuthorizationArgs()
		assert.equal(args.ClientId(), 0n)
		assert.equal(args.Scopes(), '')
		for (const name of ['State', 'Nonce', 'CodeChallenge', 'IntegrationType', 'CustomSchemeParam'] as const) {
			assert.equal(args[name](), undefined, name)
		}
		assert.deepEqual(args.toJSON(), { clientId: '0', scopes: '' })
	})

	test('REC-08 gives back what its setters took', () => {
		const args = new AuthorizationArgs()
		args.SetClientId('1234567890123456789')
		args.SetScopes('openid sdk.social_layer')
		args.SetState('s')
		args.SetNonce('n')
		args.SetCodeChallenge(new AuthorizationCodeChallenge({ challenge: 'c' }))
		args.SetIntegrationType(IntegrationType.UserInstall)
		args.SetCustomSchemeParam('mygame')
		assert.deepEqual(args.toJSON(), {
			clientId: '1234567890123456789',
			scopes: 'openid sdk.social_layer',
			state: 's',
			nonce: 'n',
			codeChallenge: { method: 0, challenge: 'c' },
			integrationType: 1,
			customSchemeParam: 'mygame',
		})
		assert.equal(args.ClientId(), 1234567890123456789n)
		assert.equal(args.CodeChallenge()?.Challenge(), 'c')
	})

	test('REC-09 clears optional fields with null and undefined', () => {
		const args = new AuthorizationArgs({ state: 's', nonce: 'n', integrationType: 1, customSchemeParam: 'x' })
		args.SetState(null)
		args.SetNonce(undefined)
		args.SetIntegrationType(null)
		args.SetCustomSchemeParam(undefined)
		args.SetCodeChallenge(null)
		assert.deepEqual(args.toJSON(), { clientId: '0', scopes: '' })
	})

	test('REC-B1 a copy is independent, nested records too', () => {
		const challenge = new AuthorizationCodeChallenge({ challenge: 'one' })
		const args = new AuthorizationArgs({ scopes: 'a', codeChallenge: challenge })
		const copy = args.copy()
		challenge.SetChallenge('two')
		args.CodeChallenge()?.SetChallenge('three')
		copy.SetScopes('b')
		assert.equal(args.CodeChallenge()?.Challenge(), 'one')
		assert.equal(copy.CodeChallenge()?.Challenge(), 'one')
		assert.equal(args.Scopes(), 'a')
		assert.ok(copy instanceof AuthorizationArgs)
	})

	test('REC-B2 moving hands over and leaves the source invalid', () => {
		const args = new AuthorizationArgs({ scopes: 'a' })
		const second = AuthorizationArgs.moveFrom(args)
		assert.equal(args.isValid(), false)
		const third = second.move()
		assert.equal(second.isValid(), false)
		assert.equal(third.Scopes(), 'a')
		assert.equal(AuthorizationArgs.moveFrom(args).isValid(), false, 'moving an invalid one does not throw')
	})

	test('REC-B3, REC-B4 nullobj is invalid, frozen and throws when used', () => {
		const nothing = AuthorizationArgs.nullobj
		assert.equal(nothing.isValid(), false)
		assert.ok(Object.isFrozen(nothing))
		assert.throws(() => nothing.SetScopes('a'), new TypeError('AuthorizationArgs: invalid object'))
		assert.throws(() => nothing.Scopes(), TypeError)
		assert.throws(() => nothing.toJSON(), TypeError)
		assert.equal(nothing.copy().isValid(), false)
		assert.equal(new AuthorizationArgs().isValid(), true)
	})

	test('refuses what has the wrong type, and only that', () => {
		const args = new AuthorizationArgs()
		assert.throws(() => args.SetClientId(2 ** 53), RangeError)
		assert.throws(() => args.SetClientId(-1), RangeError)
		assert.throws(() => args.SetClientId('0x10'), RangeError)
		assert.throws(() => args.SetClientId(1n << 64n), RangeError)
		assert.throws(() => args.SetClientId(undefined as never), TypeError)
		assert.throws(() => args.SetScopes(['openid'] as never), TypeError)
		assert.throws(() => args.SetCodeChallenge('abc' as never), TypeError)
		assert.throws(() => args.SetCodeChallenge(AuthorizationCodeChallenge.nullobj), TypeError)
		assert.throws(() => new AuthorizationArgs({ clientID: 1 } as never), /no field clientID/)
		args.SetClientId((1n << 64n) - 1n)
		args.SetScopes('')
		args.SetIntegrationType(7 as never)
	})

	test('toJSON is what the constructor takes, for any values', () => {
		const text = fc.string()
		const init = fc.record(
			{
				clientId: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
				scopes: text,
				state: fc.option(text),
				nonce: fc.option(text),
				codeChallenge: text.map((challenge) => new AuthorizationCodeChallenge({ challenge })),
				integrationType: fc.constantFrom(0 as const, 1 as const),
				customSchemeParam: text,
			},
			{ requiredKeys: [] },
		)
		fc.assert(
			fc.property(init, (given) => {
				const args = new AuthorizationArgs(given)
				const shown: AuthorizationArgsInit = JSON.parse(JSON.stringify(args))
				assert.deepEqual(new AuthorizationArgs(shown).toJSON(), args.toJSON())
				assert.deepEqual(args.copy().toJSON(), args.toJSON())
			}),
		)
	})
})

test('records that only the SDK makes cannot be constructed', () => {
	for (const made of [AuthorizationCodeVerifier, ClientResult]) {
		assert.throws(() => new (made as unknown as new () => unknown)(), TypeError)
	}
	const verifier = authorizationCodeVerifier('v', new AuthorizationCodeChallenge({ challenge: 'c' }))
	assert.deepEqual(verifier.copy().toJSON(), { challenge: { method: 0, challenge: 'c' }, verifier: 'v' })
})

test('every record has one nullobj of its own class', () => {
	for (const of of RECORDS) {
		assert.ok(of.nullobj instanceof of)
		assert.equal(of.nullobj.isValid(), false)
	}
})

test('options keep what does work for them and do not show it', () => {
	const fetch = async () => new Response()
	const options = new ClientCreateOptions({ apiBase: 'http://x/api', fetch, dispatch: 'manual', cpuAffinityMask: 3n })
	assert.equal(options.copy().Fetch(), fetch)
	assert.deepEqual(options.toJSON(), {
		webBase: '',
		apiBase: 'http://x/api',
		experimentalAudioSystem: 0,
		experimentalAndroidPreventCommsForBluetooth: false,
		cpuAffinityMask: '3',
		authorizeMode: 'window',
		dispatch: 'manual',
		standardScheme: 'guildhall',
	})
	assert.throws(() => options.SetDispatch('sometimes' as never), TypeError)
})
