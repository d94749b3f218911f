import { ApiError, profiles } from '@guildhall/protocol'
import type { BearerCaller, Caller } from '../domain/access/caller.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { presentApplicationCard } from '../domain/applications/present.ts'
import { forgetIdentity } from '../domain/closures/forget-identity.ts'
import { findByName, identitiesForPlayer, identitiesOf } from '../domain/profiles/identities.ts'
import { linkedAccounts } from '../domain/profiles/linked.ts'
import { getProfile, putProfile } from '../domain/profiles/profiles.ts'
import { Answer, type Handler, handle } from './handle.ts'
import { asBot, inChannel } from './standing.ts'

/** The application of the path, which is the bot's own. @throws NotAuthorizedOnApplication */
function gameOf({ caller, params }: { caller: Caller; params: { application_id: string } }): string {
	const { applicationId } = asBot({ caller })
	if (applicationId !== params.application_id) throw new ApiError('NotAuthorizedOnApplication')
	return applicationId
}

export const PROFILE_HANDLERS: readonly Handler[] = [
	handle(profiles.getIdentityProfile, async (call, { store }) => {
		const { user_id: userId, external_id: externalId } = call.params
		return getProfile(store, { applicationId: gameOf(call), userId, externalId })
	}),
	handle(profiles.updateIdentityProfile, async (call, { store }) => {
		const { user_id: userId, external_id: externalId } = call.params
		const key = { applicationId: gameOf(call), userId, externalId }
		const first = await store.transaction((tx) => putProfile(tx, key, call.body))
		return first ?? new Answer(204)
	}),
	handle(profiles.listUserIdentities, async (call, { store }) => ({
		identities: await identitiesOf(store, gameOf(call), call.params.user_id),
	})),
	handle(profiles.findIdentities, async (call, { store }) => {
		const { provider_type: providerType, external_id: externalId } = call.params
		const named = { providerType, externalId, providerId: call.query.provider_id }
		return { identities: await findByName(store, gameOf(call), named) }
	}),
	handle(profiles.deleteIdentity, async (call, { store }) => {
		const { user_id: userId, provider_type: providerType, external_id: externalId } = call.params
		const game = gameOf(call)
		const named = { providerType, externalId, providerId: call.body.provider_id ?? undefined }
		await store.transaction((tx) => forgetIdentity(tx, game, userId, named))
	}),
	handle(profiles.listIdentitiesOfPlayer, async ({ caller, params, query }, { store }) => {
		const { applicationId } = caller as BearerCaller
		return { identities: await identitiesForPlayer(store, applicationId, params.user_id, query.with_profiles) }
	}),
	handle(profiles.getApplicationCard, async ({ params }, { store }) =>
		presentApplicationCard(await getApplication(store, params.application_id)),
	),
	handle(profiles.listLinkedAccounts, async (call, { store }) => ({
		linked_accounts: await linkedAccounts(store, inChannel(call).access, call.query.user_ids),
	})),
]
