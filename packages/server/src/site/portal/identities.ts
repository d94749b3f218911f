import { ApiError, formError, isSnowflake } from '@guildhall/protocol'
import { identitiesSection } from '@guildhall/web'
import { takeAttempt } from '../../domain/accounts/attempts.ts'
import type { ApplicationRow } from '../../domain/applications/applications.ts'
import { checkProvider } from '../../domain/identities/check.ts'
import {
	addProvider,
	changeProvider,
	listProviders,
	PROVIDER_TYPES,
	type ProviderDraft,
	removeProvider,
} from '../../domain/identities/providers.ts'
import { issuerProblem } from '../../domain/identities/rules.ts'
import type { SentForm } from '../../http/forms.ts'
import { queryOf, type SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** Checks call servers of others; so many a person may order. */
const CHECKS = { count: 60, ms: 60 * 60 * 1000 }

/** Whose word an application takes for who its players are. */
export function identities({ store, externals }: SiteDoor): Section {
	return {
		name: 'identities',

		async show(application, about, visit) {
			const providers = await listProviders(store, application.id)
			const wanted = queryOf(visit.request, 'provider') || about.typed?.provider
			const edited = providers.find(({ id }) => id === wanted)
			return identitiesSection({ ...about, section: 'identities', providers, edited })
		},

		acts: {
			save: {
				async run(application, form) {
					const draft = draftOf(form)
					const { provider: providerId } = form.fields
					const at = { applicationId: application.id, providerId: providerId ?? '' }
					await store.transaction(async (tx) => {
						if (providerId === undefined) await addProvider(tx, externals, application.id, draft)
						else await changeProvider(tx, externals, idsOf(at), draft)
					})
					return { done: 'saved' }
				},
			},
			check: {
				async run(application, form, { userId }) {
					await takeCheck(userId)
					const { provider: providerId } = form.fields
					const stored = providerId === undefined ? undefined : idsOf({ applicationId: application.id, providerId })
					return { report: await checkProvider(externals, draftOf(form), stored) }
				},
			},
			'check-stored': {
				async run(application, { fields }, { userId }) {
					await takeCheck(userId)
					const provider = await find(application, fields.provider)
					const stored = { applicationId: application.id, providerId: provider.id }
					return { report: await checkProvider(externals, provider, stored) }
				},
			},
			remove: {
				async run(application, { fields }) {
					const { id: providerId } = await find(application, fields.provider)
					await store.transaction((tx) => removeProvider(tx, { applicationId: application.id, providerId }))
					return { done: 'saved' }
				},
			},
		},

		async check(_application, { issuer }) {
			if (typeof issuer !== 'string') return {}
			const problem = issuerProblem(issuer, externals)
			return problem ? { problem } : {}
		},
	}

	async function takeCheck(userId: string): Promise<void> {
		if (await takeAttempt(store, `check ${userId}`, CHECKS)) return
		throw new ApiError('InvalidFormBody', { message: 'That was often. Please wait an hour before the next check.' })
	}

	async function find(application: ApplicationRow, id: string | undefined) {
		const provider = (await listProviders(store, application.id)).find((one) => one.id === id)
		if (!provider) throw new ApiError('UnknownProvider')
		return provider
	}
}

function draftOf({ fields }: SentForm): ProviderDraft {
	const type = PROVIDER_TYPES.find((one) => one === fields.type)
	if (!type) throw formError(['type'], 'BASE_TYPE_CHOICES', 'There is no such service.')
	return {
		type,
		audiences: (fields.audiences ?? '').split(','),
		...(type === 'OIDC' ? { issuer: fields.issuer?.trim() ?? '' } : {}),
		...(fields.web_api_key ? { webApiKey: fields.web_api_key } : {}),
		...(fields.ticket_identity ? { ticketIdentity: fields.ticket_identity.trim() } : {}),
	}
}

/** @throws UnknownProvider */
function idsOf(ids: { applicationId: string; providerId: string }) {
	if (!isSnowflake(ids.providerId)) throw new ApiError('UnknownProvider')
	return ids
}
