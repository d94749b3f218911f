import { ApiError, activities, formError } from '@guildhall/protocol'
import { type BearerCaller, type Caller, userIdOf } from '../domain/access/caller.ts'
import { buttonUrlsOf, comeAlong } from '../domain/activity-invites/accept.ts'
import { followable } from '../domain/activity-invites/follow.ts'
import { createAsset, deleteAsset, listAssets } from '../domain/application-assets/assets.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { applicationFor } from '../domain/applications/roles.ts'
import { isWebAddress } from '../domain/presence/fields.ts'
import type { Reading } from '../ports/store.ts'
import { type Call, type Handler, handle, type World } from './handle.ts'

/** For the application's bot, and for people who may develop it. @throws UnknownApplication, NotAuthorizedOnApplication */
async function requireDeveloper(from: Reading, caller: Caller, applicationId: string): Promise<void> {
	if (caller.kind === 'login') await applicationFor(from, userIdOf(caller), applicationId, 'develop')
	else requireOwn(caller, applicationId)
}

/** @throws UnknownApplication for whoever does not act for this very application */
function requireOwn(caller: Caller, applicationId: string): void {
	if (!('applicationId' in caller) || caller.applicationId !== applicationId) throw new ApiError('UnknownApplication')
}

const viewerOf = (caller: Caller) => ({
	userId: userIdOf(caller),
	applicationId: caller.kind === 'bearer' ? caller.applicationId : undefined,
})

const activityOf = (params: { user_id: string; session_id: string; application_id: string }) => ({
	userId: params.user_id,
	sessionId: params.session_id,
	applicationId: params.application_id,
})

async function acceptance(
	{ caller, params, query }: Pick<Call<typeof activities.getActivitySecret>, 'caller' | 'params' | 'query'>,
	{ store, presences }: World,
) {
	const said = {
		action: params.action,
		messageId: query.message_id,
		channelId: query.channel_id,
		ownSessionId: query.own_session_id,
	}
	const secret = await store.transaction((tx) => comeAlong(tx, presences, viewerOf(caller), activityOf(params), said))
	return { secret }
}

const ownerOf = (caller: Caller) => {
	const { userId, applicationId } = caller as BearerCaller
	return { userId, applicationId }
}

export const ACTIVITY_HANDLERS: readonly Handler[] = [
	handle(activities.getActivityMetadata, async ({ caller, params }, { store, presences }) => {
		const urls = await buttonUrlsOf(store, presences, viewerOf(caller), activityOf(params))
		return { button_urls: [...urls] }
	}),
	handle(activities.getActivitySecret, (call, world) => acceptance(call, world)),
	handle(activities.acceptActivityInvite, (call, world) => acceptance(call, world)),
	handle(activities.putHeadlessSession, ({ caller, body }, { headless }) =>
		headless.put(ownerOf(caller), body.activities, body.token ?? undefined),
	),
	handle(activities.endHeadlessSession, async ({ caller, body }, { headless }) => {
		headless.end(ownerOf(caller), body.token)
	}),
	handle(activities.subscribeToActivities, async ({ caller, body }, { store, presences }) => {
		const player = ownerOf(caller)
		await presences.follow(player, await followable(store, player, body.subscriptions))
	}),
	handle(activities.listApplicationAssets, async ({ params }, { store }) => {
		await getApplication(store, params.application_id)
		return listAssets(store, params.application_id)
	}),
	handle(activities.createApplicationAsset, async ({ caller, params, body }, { store, blobs }) => {
		await requireDeveloper(store, caller, params.application_id)
		return createAsset({ store, blobs }, params.application_id, body)
	}),
	handle(activities.deleteApplicationAsset, async ({ caller, params }, { store }) => {
		await requireDeveloper(store, caller, params.application_id)
		await store.transaction((tx) => deleteAsset(tx, params.application_id, params.asset_id))
	}),
	handle(activities.createExternalAssets, async ({ caller, params, body }, { store }) => {
		requireOwn(caller, params.application_id)
		for (const [index, url] of body.urls.entries()) {
			if (isWebAddress(url)) continue
			throw formError(['urls', String(index)], 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https').")
		}
		return body.urls.map((url) => ({ url, external_asset_path: store.links.external(url) }))
	}),
]
