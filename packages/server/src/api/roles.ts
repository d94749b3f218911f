import { roles } from '@guildhall/protocol'
import { holdStanding } from '../domain/access/held.ts'
import { presentRole } from '../domain/guilds/present.ts'
import { moveRoles } from '../domain/guilds/role-order.ts'
import { countRoleMembers, createRole, deleteRole, getRole, rolesOf, updateRole } from '../domain/guilds/roles.ts'
import { readPicture, storePicture } from '../domain/media/images.ts'
import { type Handler, handle } from './handle.ts'
import { asMember, inGuild } from './standing.ts'

export const ROLE_HANDLERS: readonly Handler[] = [
	handle(roles.listGuildRoles, async (call, world) => {
		const { guild } = await asMember(call, world)
		return (await rolesOf(world.store, guild.id)).map(presentRole)
	}),
	handle(roles.getGuildRole, async (call, world) => {
		const { guild } = await asMember(call, world)
		return presentRole(await getRole(world.store, guild.id, call.params.role_id))
	}),
	handle(roles.guildRoleMemberCounts, async (call, world) => {
		const { guild } = await asMember(call, world)
		return countRoleMembers(world.store, guild.id)
	}),
	handle(roles.createGuildRole, async (call, world) => {
		const access = inGuild(call)
		const { icon, ...input } = call.body
		const picture = icon ? await readPicture(icon, 'icon') : undefined
		const changes = { ...input, ...(picture ? { icon: picture.hash } : {}) }
		const role = await world.store.transaction((tx) => createRole(tx, access, changes, call.reason))
		// The icon's place is named after the role, which had no id before.
		if (picture) await world.blobs.put(`role-icons/${role.id}/${picture.hash}`, picture.bytes)
		return role
	}),
	handle(roles.updateGuildRole, async (call, world) => {
		const access = inGuild(call)
		const { role_id: roleId } = call.params
		const { icon: given, ...input } = call.body
		const icon = await storePicture(world.blobs, `role-icons/${roleId}`, given, 'icon')
		const changes = { ...input, ...(icon === undefined ? {} : { icon }) }
		return world.store.transaction((tx) => updateRole(tx, access, roleId, changes, call.reason))
	}),
	handle(roles.bulkUpdateGuildRoles, async (call, { store }) => {
		const after = await store.transaction(async (tx) => {
			const access = await holdStanding(tx, inGuild(call))
			const before = await rolesOf(tx, access.guild.id)
			return moveRoles(tx, access, { before, positions: call.body, reason: call.reason })
		})
		return after.map(presentRole)
	}),
	handle(roles.deleteGuildRole, async (call, { store }) => {
		const access = inGuild(call)
		await store.transaction((tx) => deleteRole(tx, access, call.params.role_id, call.reason))
	}),
]
