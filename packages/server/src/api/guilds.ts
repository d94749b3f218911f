import { guilds } from '@guildhall/protocol'
import { userIdOf } from '../domain/access/caller.ts'
import { updateGuild } from '../domain/guilds/guild-update.ts'
import { createGuild } from '../domain/guilds/guilds.ts'
import { presentGuild } from '../domain/guilds/present.ts'
import { getGuildProfile, setGuildProfile } from '../domain/guilds/tags.ts'
import { previewGuild, viewGuild } from '../domain/guilds/view.ts'
import { readPicture, storePicture } from '../domain/media/images.ts'
import { type Handler, handle, type World } from './handle.ts'
import { asMember, inGuild } from './standing.ts'

/** The pictures of a guild and the folders they are kept in. */
const PICTURES = {
	icon: 'icons',
	splash: 'splashes',
	discovery_splash: 'discovery-splashes',
	banner: 'banners',
	home_header: 'home-headers',
} as const

export const GUILD_HANDLERS: readonly Handler[] = [
	handle(guilds.createGuild, async (call, { store, blobs }) => {
		const { icon, ...plan } = call.body
		const picture = icon ? await readPicture(icon, 'icon') : undefined
		const { guild, roles } = await store.transaction((tx) =>
			createGuild(tx, userIdOf(call.caller), { ...plan, icon: picture?.hash ?? null }),
		)
		// The icon's place is named after the guild, which had no id before.
		if (picture) await blobs.put(`icons/${guild.id}/${picture.hash}`, picture.bytes)
		return presentGuild(guild, roles)
	}),
	handle(guilds.getGuild, async (call, world) => {
		const { guild } = await asMember(call, world)
		return viewGuild(world.store, guild, call.query.with_counts ? world.presences.online() : undefined)
	}),
	handle(guilds.getGuildPreview, async (call, { store, presences }) => {
		const viewer = { userId: userIdOf(call.caller), onlineIds: presences.online() }
		return previewGuild(store, call.params.guild_id, viewer)
	}),
	handle(guilds.updateGuild, async (call, world) => {
		const access = inGuild(call)
		const changes = { ...call.body, ...(await storePictures(world, access.guild.id, call.body)) }
		return world.store.transaction((tx) => updateGuild(tx, access, changes, call.reason))
	}),
	handle(guilds.getGuildProfile, async (call, { store }) => getGuildProfile(store, inGuild(call).guild.id)),
	handle(guilds.updateGuildProfile, async (call, { store, blobs }) => {
		const access = inGuild(call)
		const badge = await storePicture(blobs, `guild-tag-badges/${access.guild.id}`, call.body.badge, 'badge')
		const changes = { ...call.body, ...(badge === undefined ? {} : { badge }) }
		return store.transaction((tx) => setGuildProfile(tx, access, changes, call.reason))
	}),
]

/** Stores the pictures that a body holds, and answers with their hashes. */
async function storePictures(
	{ blobs }: World,
	guildId: string,
	body: Partial<Record<keyof typeof PICTURES, string | null>>,
): Promise<Partial<Record<keyof typeof PICTURES, string | null>>> {
	const hashes: Partial<Record<keyof typeof PICTURES, string | null>> = {}
	for (const key of Object.keys(PICTURES) as (keyof typeof PICTURES)[]) {
		const hash = await storePicture(blobs, `${PICTURES[key]}/${guildId}`, body[key], key)
		if (hash !== undefined) hashes[key] = hash
	}
	return hashes
}
