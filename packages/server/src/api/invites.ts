import { formError, invites } from '@guildhall/protocol'
import { userIdOf } from '../domain/access/caller.ts'
import { requireGuildChannel } from '../domain/channels/update.ts'
import { acceptInvite } from '../domain/invites/accept.ts'
import { createInvite } from '../domain/invites/create.ts'
import {
	getForReading,
	listChannelInvites,
	listGuildInvites,
	replaceList,
	revokeInvite,
	viewInvite,
} from '../domain/invites/manage.ts'
import { presentInvite } from '../domain/invites/present.ts'
import { listJob, readUserList, writeUserList } from '../domain/invites/users.ts'
import { Answer, type Handler, handle } from './handle.ts'
import { asMember, inChannel } from './standing.ts'

/** The part of a form that lists users. */
const LIST = 'target_users_file'

export const INVITE_HANDLERS: readonly Handler[] = [
	handle(invites.createChannelInvite, async (call, { store }) => {
		const { access } = inChannel(call)
		const csv = call.texts.get(LIST)
		const list = csv === undefined ? undefined : readUserList(csv)
		if (list && 'problems' in list) return refuseList(list.problems)
		const order = { input: call.body, userIds: list?.userIds, reason: call.reason }
		return store.transaction(async (tx) => presentInvite(tx, await createInvite(tx, access, order), { withUse: true }))
	}),
	handle(invites.listChannelInvites, async (call, { store }) => {
		const { channel } = requireGuildChannel(inChannel(call).access)
		return listChannelInvites(store, channel.id)
	}),
	handle(invites.listGuildInvites, async (call, world) => listGuildInvites(world.store, await asMember(call, world))),
	handle(invites.resolveInvite, ({ params, query }, { store, presences }) =>
		viewInvite(store, params.code, query.with_counts ? presences.online() : undefined),
	),
	handle(invites.revokeInvite, ({ params, caller, reason }, { store }) =>
		store.transaction((tx) => revokeInvite(tx, params.code, { userId: userIdOf(caller), reason })),
	),
	handle(invites.acceptInvite, ({ params, caller }, { store }) =>
		store.transaction((tx) => acceptInvite(tx, userIdOf(caller), params.code)),
	),
	handle(invites.getInviteTargetUsers, async ({ params, caller }, { store }) => {
		const invite = await getForReading(store, params.code, userIdOf(caller))
		return new Answer(200, await writeUserList(store, invite.id), 'text/csv')
	}),
	handle(invites.updateInviteTargetUsers, async ({ params, caller, texts, reason }, { store }) => {
		const csv = texts.get(LIST)
		if (csv === undefined) throw formError([LIST], 'BASE_TYPE_REQUIRED', 'This field is required')
		const list = readUserList(csv)
		if ('problems' in list) return refuseList(list.problems)
		const doer = { userId: userIdOf(caller), reason }
		return store.transaction((tx) => replaceList(tx, params.code, list.userIds, doer))
	}),
	handle(invites.getInviteTargetUsersJobStatus, async ({ params, caller }, { store }) => {
		const invite = await getForReading(store, params.code, userIdOf(caller))
		return listJob(store, invite.id)
	}),
	// No guild has one: what could give it one does not exist here.
	handle(invites.getGuildVanityUrl, async () => ({ code: null, uses: 0 })),
]

/** A form of its own (HC-29). */
function refuseList(problems: readonly string[]): Answer {
	return new Answer(400, { [LIST]: problems })
}
