/** People in places: what most journeys begin with. */
import { CHANNEL_TYPES, PERMISSIONS, type PermissionName } from '@guildhall/protocol'
import type { UserRow } from '../src/domain/accounts/accounts.ts'
import type { GuildPlan } from '../src/domain/guilds/guilds.ts'
import type { Bot, TestServer } from './server.ts'

export interface Home {
	guildId: string
	owner: UserRow
	bot: Bot
	/** The role that holds the bot's permissions, the highest there is. */
	botRoleId: string
	/** The channels every guild begins with. */
	textId: string
	voiceId: string
	textCategoryId: string
}

/** Bits as the wire has them. */
export const bits = (...names: PermissionName[]): string =>
	names.reduce((all, name) => all | PERMISSIONS[name], 0n).toString()

/** A guild of alice's with a bot in it, whose role may do what is named: everything, by default. */
export async function home(
	server: TestServer,
	permissions: readonly PermissionName[] = ['Administrator'],
	plan: Partial<GuildPlan> = {},
): Promise<Home> {
	const owner = await server.person('alice')
	const bot = await server.bot('Herald', { flags: (1 << 15) | (1 << 19) })
	const { guild, roles, channels } = await server.guild(owner.id, {
		roles: [{ id: '1' }, { id: '2', name: 'Herald', permissions: bits(...permissions) }],
		...plan,
	})
	const botRoleId = roles.at(-1)?.id ?? ''
	await server.join(guild.id, bot.id, { roleIds: [botRoleId] })
	const idOf = (type: number) => channels.find((channel) => channel.type === type)?.id ?? ''
	return {
		guildId: guild.id,
		owner,
		bot,
		botRoleId,
		textId: idOf(CHANNEL_TYPES.text),
		voiceId: idOf(CHANNEL_TYPES.voice),
		textCategoryId: idOf(CHANNEL_TYPES.category),
	}
}

/** A pixel, as a request sends it. */
export const PIXEL =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
