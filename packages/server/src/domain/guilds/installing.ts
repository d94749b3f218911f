import { ApiError, ELEVATED_PERMISSIONS, type Guild, GuildMemberUpdate, RightsChanged } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type GuildAccess, guildAccess, requirePermissions } from '../access/access.ts'
import { getUser } from '../accounts/accounts.ts'
import { hasSecondStep } from '../accounts/second-step.ts'
import type { ApplicationRow } from '../applications/applications.ts'
import { roleOn } from '../applications/roles.ts'
import { audit } from '../audit/audit.ts'
import { setBotRole } from './bot-roles.ts'
import { guildRow } from './guilds.ts'
import { holdMember, holdPlace } from './held.ts'
import { findMember, getMember } from './members.ts'
import { addMember } from './membership.ts'
import { presentGuild, presentMember } from './present.ts'
import { rolesOf } from './roles.ts'

/** An application that somebody brings into a guild. */
export interface GuildInstall {
	guildId: string
	/** Who brings it. */
	userId: string
	/** With `bot` its bot comes in. */
	scopes: readonly string[]
	/** What the bot may do there. */
	permissions: bigint
}

/**
 * Brings an application into a guild: its bot with a role of its own, or its commands alone. A bot that is there already
 * gets these permissions. Answers with the guild as it is then.
 * @throws what `checkInstall` throws; BannedFromGuild, MaximumRoles
 */
export async function installInGuild(
	tx: Transaction,
	application: ApplicationRow,
	install: GuildInstall,
): Promise<Guild> {
	const { guildId, userId, scopes } = install
	// Who brings the same bot at the same time waits.
	await tx.db
		.updateTable('guilds')
		.set((guild) => ({ member_count: guild.ref('member_count') }))
		.where('id', '=', guildId)
		.execute()
	await checkInstall(tx, application, install)
	if (scopes.includes('bot')) await bringBot(tx, application, install)
	const columns = { user_id: userId, scopes: JSON.stringify(scopes) }
	await tx.db
		.insertInto('installations')
		.values({ ...columns, guild_id: guildId, application_id: application.id, created_at: tx.now() })
		.onConflict((conflict) => conflict.columns(['guild_id', 'application_id']).doUpdateSet(columns))
		.execute()
	return presentGuild(await guildRow(tx, guildId), await rolesOf(tx, guildId))
}

/**
 * Whether the person may bring the application into the guild in this way. Answers with the guild as it is.
 * @throws NotAuthorizedOnApplication, UnknownGuild, MissingPermissions, ApplicationHasNoBot, TwoFactorRequired
 */
export async function checkInstall(
	from: Reading,
	application: ApplicationRow,
	{ guildId, userId, scopes, permissions }: GuildInstall,
): Promise<Guild> {
	await requireInstallable(from, application, userId)
	const access = await guildAccess(from, userId, guildId)
	requirePermissions(access, 'ManageGuild')
	if (scopes.includes('bot')) {
		if (application.bot_user_id === null) throw new ApiError('ApplicationHasNoBot')
		await requireSecondStep(from, application, access, permissions)
	}
	return presentGuild(access.guild, await rolesOf(from, guildId))
}

/** The guild as it is, if it is still there. */
export async function findGuild(from: Reading, guildId: string): Promise<Guild | undefined> {
	const row = await from.db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst()
	return row && presentGuild(row, await rolesOf(from, guildId))
}

/** @throws NotAuthorizedOnApplication where the application is private and the person has no part in it */
export async function requireInstallable(from: Reading, application: ApplicationRow, userId: string): Promise<void> {
	if (!(await isInstallable(from, application, userId))) throw new ApiError('NotAuthorizedOnApplication')
}

/** Whether the person may install the application: anybody may, but a private one takes its owner or one of its team. */
export async function isInstallable(from: Reading, application: ApplicationRow, userId: string): Promise<boolean> {
	return application.bot_public === 1 || (await roleOn(from, application, userId)) !== undefined
}

async function bringBot(tx: Transaction, application: ApplicationRow, install: GuildInstall): Promise<void> {
	const { guildId, userId, permissions } = install
	const bot = await getUser(tx, application.bot_user_id ?? application.id)
	await holdPlace(tx, guildId, bot.id)
	const role = await setBotRole(tx, guildId, bot, permissions)
	if (await findMember(tx, guildId, bot.id)) {
		if (role) await giveOwnRole(tx, guildId, bot.id, role.id)
		return
	}
	await addMember(tx, guildId, bot, { roleIds: role ? [role.id] : [] })
	await audit(tx, { guildId, userId, targetId: bot.id, action: 'botAdd' })
}

/** Where moderators need a second step, a bot's rights of that kind need its owner's. */
async function requireSecondStep(
	from: Reading,
	application: ApplicationRow,
	{ guild }: GuildAccess,
	permissions: bigint,
): Promise<void> {
	if (guild.mfa_level !== 1 || (permissions & ELEVATED_PERMISSIONS) === 0n) return
	if (!hasSecondStep(await getUser(from, application.owner_user_id))) throw new ApiError('TwoFactorRequired')
}

/** A bot that came in without a role of its own has it from now on. */
async function giveOwnRole(tx: Transaction, guildId: string, botId: string, roleId: string): Promise<void> {
	await holdMember(tx, guildId, botId)
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('member_roles')
		.values({ guild_id: guildId, user_id: botId, role_id: roleId })
		.onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'role_id']).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) return
	const { row, roleIds, user } = await getMember(tx, guildId, botId)
	tx.emit(RightsChanged, { guildId }, { guild_id: guildId })
	tx.emit(GuildMemberUpdate, { guildId }, { ...presentMember(row, roleIds, user), guild_id: guildId })
}
