import { ApiError } from '@guildhall/protocol'
import { scopesSection } from '@guildhall/web'
import { acceptSocialTerms, requestScopes, scopeStandings } from '../../domain/applications/approval.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** Scopes that take somebody's yes. */
export function scopes({ store }: SiteDoor): Section {
	return {
		name: 'scopes',

		async show(application, about) {
			const standings = await scopeStandings(store, application)
			return scopesSection({
				...about,
				section: 'scopes',
				hasSocialTerms: application.social_terms_at !== null,
				social: standings.filter(({ approval }) => approval === 'social'),
				operator: standings.filter(({ approval }) => approval === 'operator'),
			})
		},

		acts: {
			'accept-terms': {
				needsProof: true,
				right: 'own',
				async run(application) {
					await store.transaction((tx) => acceptSocialTerms(tx, application.id))
					return { done: 'saved' }
				},
			},
			ask: {
				async run(application, { fields }, { userId }) {
					const wanted = Object.keys(fields).flatMap((name) => (name.startsWith('scope.') ? [name.slice(6)] : []))
					if (wanted.length === 0) throw new ApiError('InvalidFormBody', { message: 'Choose at least one scope.' })
					const request = { actorId: userId, scopes: wanted, reason: fields.reason ?? '' }
					await store.transaction((tx) => requestScopes(tx, application, request))
					return { done: 'scopes-asked' }
				},
			},
		},
	}
}
