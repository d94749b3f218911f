/** A game on a phone: the consent page sends its player back by a scheme that the system hands to the game. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthorizationArgs,
	Client,
	ClientCreateOptions,
	EnumToString,
	ErrorType,
	type SocialSdkError,
} from '@guildhall/socialsdk'
import { changeDetails } from '../packages/server/src/domain/applications/details.ts'
import { game } from '../packages/server/test/oauth.ts'
import { testServer } from '../packages/server/test/server.ts'

/** By what the game asks for, the address that the player is sent back to, and how that ends. */
const ROWS: readonly [customScheme: string | undefined, redirectOf: (id: string) => string, end: string][] = [
	[undefined, (id) => `guildhall-${id}:/authorize/callback`, 'plays'],
	['lantern', () => 'lantern:/authorize/callback', 'plays'],
	['com.studio.lantern', () => 'com.studio.lantern:/authorize/callback', 'plays'],
	['nobodys', () => 'nobodys:/authorize/callback', 'is refused'],
	['no scheme', () => '', 'ValidationError'],
]

for (const [scheme, redirectOf, end] of ROWS) {
	test(`REC-R4 REC-R5 CustomSchemeParam ${scheme ?? 'unset'}: ${end}`, async () => {
		await using server = await testServer()
		const lantern = await game(server, 'Lantern', {
			isPublicClient: true,
			redirectUris: ['lantern:/authorize/callback', 'com.studio.lantern:/authorize/callback'],
		})
		const standard = `guildhall-${lantern.id}:/authorize/callback`
		const redirectUris = (before: readonly string[]) => [...before, standard]
		await server.store.transaction((tx) => changeDetails(tx, lantern.id, { redirectUris }, server.config))
		const alice = await server.person('alice')
		const webBase = await server.listen()
		let hand = (_link: string) => {}
		let shown: string | undefined
		const options = new ClientCreateOptions({
			...{ apiBase: `${webBase}/api`, webBase },
			deepLinks: {
				onUrl(listener) {
					hand = listener
					return () => {}
				},
			},
			async openUrl(url) {
				const sent = await server.app.authorize({ url, userId: alice.id, decision: { isAllowed: true } })
				if ('location' in sent) hand(sent.location)
				else {
					shown = sent.error_description
					client.AbortAuthorize()
				}
			},
		})
		using client = new Client(options)
		client.SetApplicationId(lantern.id)
		const pair = client.CreateAuthorizationCodeVerifier()
		const scopes = Client.GetDefaultPresenceScopes()
		const args = new AuthorizationArgs({ scopes, codeChallenge: pair.Challenge() })
		args.SetCustomSchemeParam(scheme)
		const authorizing = client.Authorize(args)
		if (end !== 'plays') {
			const type = await authorizing.then(
				() => 'done',
				(error: SocialSdkError) => EnumToString(ErrorType, error.type),
			)
			assert.equal(type, end === 'ValidationError' ? end : 'Aborted')
			assert.equal(shown !== undefined, type === 'Aborted', 'the platform redirects to nobody it does not know')
			return
		}
		const { code, redirectUri } = await authorizing
		assert.equal(redirectUri, redirectOf(lantern.id))
		const tokens = await client.GetToken(lantern.id, code, pair.Verifier(), redirectUri)
		const { name } = await client.FetchCurrentUser(tokens.tokenType, tokens.accessToken)
		assert.equal(name, 'alice')
	})
}
