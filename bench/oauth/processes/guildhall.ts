/** Guildhall's token endpoint over either store, with an application, and people who have allowed it something. */
import { createHash } from 'node:crypto'
import type { StoreOptions } from '../../../packages/server/src/adapters/store/open.ts'
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createApplication } from '../../../packages/server/src/domain/applications/applications.ts'
import { allow } from '../../../packages/server/src/domain/applications/authorizations.ts'
import { createCode } from '../../../packages/server/src/domain/applications/codes.ts'
import { grantTokens } from '../../../packages/server/src/domain/applications/tokens.ts'
import { newFile, openBenchApp } from '../../app.ts'
import { argumentOf, serveParent } from '../../child.ts'
import type { OAuthSubject } from '../oauth-subject.ts'

const { at } = argumentOf<{ at?: StoreOptions['at'] }>()
const { app, store } = await openBenchApp(at ?? newFile('normal'))
const SCOPES = ['identify', 'guilds']
const PEOPLE = 200
const REDIRECT = 'https://game.example/callback'

const { id, secret } = await store.transaction(async (tx) => {
	const owner = await createUser(tx, { username: 'owner', isVerified: true })
	const { application, credentials } = await createApplication(tx, {
		...{ name: 'Bench', ownerId: owner.id, redirectUris: [REDIRECT] },
	})
	return { id: application.id, secret: credentials.clientSecret }
})
const people = await store.transaction((tx) =>
	Promise.all(Array.from({ length: PEOPLE }, (_, at) => createUser(tx, { username: `person${at}`, isVerified: true }))),
)
const each = <T>(count: number, make: (userId: string) => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: count }, (_, at) => make(people[at % PEOPLE]?.id ?? '')))

const { port } = await app.listen('127.0.0.1', 0)
const ready: OAuthSubject = {
	origin: `http://127.0.0.1:${port}`,
	paths: { token: '/api/oauth2/token', bearer: '/api/v10/oauth2/@me' },
	client: { id, secret },
	redirectUri: REDIRECT,
}
serveParent(
	{ ...ready },
	{
		codes: ({ count, verifier }: { count: number; verifier: string }) =>
			each(count, (userId) =>
				store.transaction(async (tx) => {
					const { id: authorizationId } = await allow(tx, { applicationId: id, userId }, SCOPES)
					return createCode(tx, {
						...{ applicationId: id, userId, authorizationId, scopes: SCOPES, redirectUri: REDIRECT },
						...{ nonce: null, authTime: tx.now(), install: null },
						codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
					})
				}),
			),
		tokens: ({ count }: { count: number }) =>
			each(count, (userId) =>
				store.transaction((tx) => grantTokens(tx, { applicationId: id, userId, scopes: SCOPES })),
			),
	},
)
