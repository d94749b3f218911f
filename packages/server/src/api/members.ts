import { ApiError, INTENTS, members, PRIVILEGED_INTENTS } from '@guildhall/protocol'
import type { BotCaller } from '../domain/access/caller.ts'
import { addByToken } from '../domain/guilds/joining.ts'
import { kickMember } from '../domain/guilds/leaving.ts'
import { addRole, removeRole, updateMember } from '../domain/guilds/member-update.ts'
import { getMember, listMembers, searchMembers } from '../domain/guilds/members.ts'
import { updateMyMember } from '../domain/guilds/my-member.ts'
import { presentMember } from '../domain/guilds/present.ts'
import { storePicture } from '../domain/media/images.ts'
import { Answer, type Handler, handle } from './handle.ts'
import { asBot, asMember, inGuild } from './standing.ts'

export const MEMBER_HANDLERS: readonly Handler[] = [
	handle(members.listGuildMembers, async (call, world) => {
		requireMembersIntent(asBot(call))
		const { guild } = await asMember(call, world)
		return listMembers(world.store, guild.id, { limit: call.query.limit, after: call.query.after })
	}),
	handle(members.searchGuildMembers, async (call, world) => {
		const { guild } = await asMember(call, world)
		return searchMembers(world.store, guild.id, call.query)
	}),
	handle(members.getGuildMember, async (call, world) => {
		const { guild } = await asMember(call, world)
		const { row, roleIds, user } = await getMember(world.store, guild.id, call.params.user_id)
		return presentMember(row, roleIds, user)
	}),
	handle(members.addGuildMember, async (call, { store }) => {
		const access = inGuild(call)
		const joining = { caller: asBot(call), userId: call.params.user_id, body: call.body }
		// Who is a member already stays as they are.
		return (await store.transaction((tx) => addByToken(tx, access, joining))) ?? new Answer(204)
	}),
	handle(members.updateGuildMember, async (call, world) => {
		const access = await asMember(call, world)
		const update = { userId: call.params.user_id, changes: call.body, reason: call.reason }
		return world.store.transaction((tx) => updateMember(tx, access, update))
	}),
	handle(members.updateMyGuildMember, async (call, world) => {
		const access = await asMember(call, world)
		const folder = `guilds/${access.guild.id}/users/${access.userId}`
		const avatar = await storePicture(world.blobs, `${folder}/avatars`, call.body.avatar, 'avatar')
		const banner = await storePicture(world.blobs, `${folder}/banners`, call.body.banner, 'banner')
		const { nick, bio } = call.body
		return world.store.transaction((tx) => updateMyMember(tx, access, { nick, bio, avatar, banner }, call.reason))
	}),
	handle(members.updateMyNick, async (call, world) => {
		const access = await asMember(call, world)
		const { nick } = await world.store.transaction((tx) => updateMyMember(tx, access, call.body, call.reason))
		return { nick }
	}),
	handle(members.deleteGuildMember, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => kickMember(tx, access, call.params.user_id, call.reason))
	}),
	handle(members.addGuildMemberRole, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => addRole(tx, access, memberRole(call)))
	}),
	handle(members.deleteGuildMemberRole, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => removeRole(tx, access, memberRole(call)))
	}),
]

function memberRole({ params, reason }: { params: { user_id: string; role_id: string }; reason: string | undefined }) {
	return { userId: params.user_id, roleId: params.role_id, reason }
}

/** The list of all members is for applications that hold the intent. */
function requireMembersIntent({ applicationFlags }: BotCaller): void {
	const privileged = PRIVILEGED_INTENTS.find(({ intent }) => intent === INTENTS.GuildMembers)
	if (!privileged || (applicationFlags & privileged.flags) === 0) throw new ApiError('MissingAccess')
}
