import {
	type AllowedMentions,
	ApiError,
	type Component,
	type ComponentInput,
	type Embed,
	type EmbedInput,
	formErrors,
	hasPermissions,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { textOf } from './component-view.ts'
import { buildComponents } from './components.ts'
import { buildEmbeds } from './embeds.ts'
import { type Named, readMentions, withAllowed } from './mentions.ts'
import { MESSAGE_FLAGS } from './rows.ts'

/** What a request wants a message to say. */
export interface Said {
	content: string
	embeds: readonly EmbedInput[]
	components: readonly ComponentInput[]
	flags: number
	hasPoll: boolean
	/** It has embeds or components already, and these stay. */
	keeps?: boolean
}

export interface Composed {
	content: string
	embeds: Embed[]
	components: Component[]
}

/**
 * What a message says, as it is kept. `filenames` are those of the attachments it will have.
 * @throws InvalidFormBody, EmptyMessage, VoiceMessageContent
 */
export function compose(said: Said, filenames: readonly string[], newId: () => string): Composed {
	const isV2 = (said.flags & MESSAGE_FLAGS.componentsV2) !== 0
	if (isV2) refuseOldFields(said)
	const embeds = buildEmbeds(said.embeds, filenames)
	const components = buildComponents(said.components, { isV2, filenames, newId })
	const hasText = said.content.trim() !== ''
	if (said.flags & MESSAGE_FLAGS.voiceMessage) {
		if (hasText || embeds.length > 0 || components.length > 0 || said.hasPoll) throw new ApiError('VoiceMessageContent')
	}
	if (isV2 && components.length === 0 && !said.keeps) throw new ApiError('EmptyMessage')
	const isEmpty = !hasText && embeds.length === 0 && components.length === 0 && filenames.length === 0 && !said.hasPoll
	if (isEmpty && !said.keeps) throw new ApiError('EmptyMessage')
	return { content: hasText ? said.content : '', embeds, components }
}

function refuseOldFields(said: Said): void {
	const used = [
		...(said.content === '' ? [] : ['content']),
		...(said.embeds.length === 0 ? [] : ['embeds']),
		...(said.hasPoll ? ['poll'] : []),
	]
	if (used.length === 0) return
	throw formErrors(
		used.map((field) => ({
			path: [field],
			code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
			message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
		})),
	)
}

export interface MentionWish {
	allowed: AllowedMentions | null | undefined
	/** The author of the message that is answered. */
	repliedUserId: string | undefined
}

/** Of those that the text names, whom it may name: accounts there are, roles one may mention, everyone with the right to. */
export async function mentionsIn(
	from: Reading,
	access: ChannelAccess,
	{ content, components }: Composed,
	{ allowed, repliedUserId }: MentionWish,
): Promise<Named> {
	const named = withAllowed(readMentions(`${content}\n${textOf(components)}`), allowed, repliedUserId)
	const mayNameAll = hasPermissions(access.permissions, 'MentionEveryone')
	return {
		userIds: await existing(from, named.userIds),
		roleIds: await mentionable(from, access, named.roleIds, mayNameAll),
		everyone: named.everyone && mayNameAll && access.guild !== undefined,
	}
}

async function existing({ db }: Reading, userIds: readonly string[]): Promise<string[]> {
	if (userIds.length === 0) return []
	const rows = await db.selectFrom('users').select('id').where('id', 'in', userIds.filter(isId)).execute()
	const found = new Set(rows.map(({ id }) => id))
	return userIds.filter((id) => found.has(id))
}

async function mentionable(
	{ db }: Reading,
	{ guild }: ChannelAccess,
	roleIds: readonly string[],
	mayNameAll: boolean,
): Promise<string[]> {
	if (!guild || roleIds.length === 0) return []
	const rows = await db
		.selectFrom('roles')
		.select(['id', 'is_mentionable'])
		.where('guild_id', '=', guild.guild.id)
		.where('id', 'in', roleIds.filter(isId))
		.execute()
	const found = new Set(rows.filter((row) => mayNameAll || row.is_mentionable === 1).map(({ id }) => id))
	return roleIds.filter((id) => found.has(id))
}

/** Databases refuse numbers beyond 64 bits instead of finding nothing. */
function isId(id: string): boolean {
	return id.length < 19 || (id.length === 19 && id <= '9223372036854775807')
}
