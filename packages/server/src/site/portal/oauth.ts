import { formError } from '@guildhall/protocol'
import { oauthSection, STRINGS } from '@guildhall/web'
import type { ApplicationRow } from '../../domain/applications/applications.ts'
import { secretsOf } from '../../domain/applications/client-secret.ts'
import { changeDetails } from '../../domain/applications/details.ts'
import { redirectProblem } from '../../domain/applications/redirects.ts'
import { addClientSecret, removeClientSecret } from '../../domain/applications/secrets.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** How an application gets tokens: what kind of client it is, its secrets, where people are sent back to. */
export function oauth({ store, config }: SiteDoor): Section {
	const standardRedirect = (id: string) => `${config.standardScheme}-${id}:/authorize/callback`

	return {
		name: 'oauth',

		async show(application, about) {
			const redirectUris = redirectsOf(application)
			return oauthSection({
				...about,
				section: 'oauth',
				isPublicClient: application.is_public_client === 1,
				secrets: secretsOf(application).map(({ id, created_at }) => ({ id, createdAt: created_at })),
				redirectUris,
				standardRedirect: standardRedirect(application.id),
				authorizeUrl: authorizeUrl(application, redirectUris[0]),
			})
		},

		acts: {
			client: {
				async run(application, { fields }) {
					const isPublicClient = fields.public_client === 'on'
					await store.transaction((tx) => changeDetails(tx, application.id, { isPublicClient }, config))
					return { done: 'saved' }
				},
			},
			'add-secret': {
				needsProof: true,
				async run(application) {
					const value = await store.transaction((tx) => addClientSecret(tx, application.id))
					return { shown: { label: STRINGS.portal.oauth.newSecret, value } }
				},
			},
			'remove-secret': {
				needsProof: true,
				async run(application, { fields }) {
					await store.transaction((tx) => removeClientSecret(tx, application.id, fields.secret ?? ''))
					return { done: 'secret-removed' }
				},
			},
			'add-redirect': {
				async run(application, { fields }) {
					const uri = (fields.redirect_uri ?? '').trim()
					const problem = problemWith(application, uri)
					if (problem) throw formError(['redirect_uri'], 'URL_TYPE_INVALID_URL', problem)
					const redirectUris = (before: readonly string[]) => [...before, uri]
					await store.transaction((tx) => changeDetails(tx, application.id, { redirectUris }, config))
					return { done: 'saved' }
				},
			},
			'remove-redirect': {
				async run(application, { fields }) {
					const redirectUris = (before: readonly string[]) => before.filter((uri) => uri !== fields.uri)
					await store.transaction((tx) => changeDetails(tx, application.id, { redirectUris }, config))
					return { done: 'saved' }
				},
			},
		},

		async check(application, { redirect_uri }) {
			if (typeof redirect_uri !== 'string') return {}
			const problem = problemWith(application, redirect_uri.trim())
			return problem ? { problem } : { good: STRINGS.portal.oauth.good }
		},
	}

	function problemWith(application: ApplicationRow, uri: string): string | undefined {
		if (redirectsOf(application).includes(uri)) return STRINGS.portal.oauth.known
		return redirectProblem(uri, { applicationId: application.id, standardScheme: config.standardScheme })
	}

	function authorizeUrl(application: ApplicationRow, redirectUri: string | undefined): string | null {
		if (redirectUri === undefined || !/^https?:/.test(redirectUri)) return null
		const query = {
			client_id: application.id,
			response_type: 'code',
			redirect_uri: redirectUri,
			scope: 'openid identify',
		}
		return `${config.origin}/oauth2/authorize?${new URLSearchParams(query)}`
	}
}

const redirectsOf = (application: ApplicationRow): string[] => JSON.parse(application.redirect_uris) as string[]
