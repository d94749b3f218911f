import {
	boolean,
	code,
	type Infer,
	isSnowflake,
	maybe,
	object,
	optional,
	PERMISSIONS,
	type PermissionName,
	permissionBits,
	snowflake,
	text,
} from '@guildhall/protocol'
import type { Choice } from './choice.ts'
import type { Decision } from './decide.ts'

/** What a person may choose beside yes or no, by the names of the wire. */
export const CHOICE = {
	guild_id: maybe(snowflake),
	permissions: maybe(permissionBits),
	integration_type: maybe(code(0, 1)),
	webhook_channel_id: maybe(snowflake),
}

/** The body of a decision by script. */
export const DECISION = object({
	request: text(1, 128),
	authorize: boolean,
	...CHOICE,
	/** Stands for the person's yes, where the application has one that the client need not ask again. */
	rpc_token: optional(text(1, 128)),
})

const choiceShape = object(CHOICE)

/** A choice as a request writes it. */
export function choiceFrom(body: Infer<typeof choiceShape>): Choice {
	const { guild_id, permissions, integration_type, webhook_channel_id } = body
	return {
		...(guild_id ? { guildId: guild_id } : {}),
		...(permissions === undefined || permissions === null ? {} : { permissions }),
		...(integration_type === 0 || integration_type === 1 ? { integrationType: integration_type } : {}),
		...(webhook_channel_id ? { channelId: webhook_channel_id } : {}),
	}
}

/** A decision as the page's form writes it: a field for each permission, ticked or not there. */
export function decisionOf(form: Readonly<Record<string, string>>): Decision {
	if (form.authorize !== 'true') return { isAllowed: false }
	const id = (text = '') => (isSnowflake(text) ? text : undefined)
	const [guildId, channelId] = [id(form.guild_id), id(form.webhook_channel_id)]
	return {
		isAllowed: true,
		...(guildId === undefined ? {} : { guildId }),
		...(channelId === undefined ? {} : { channelId }),
		...(form.integration_type === '0' || form.integration_type === '1'
			? { integrationType: form.integration_type === '0' ? 0 : 1 }
			: {}),
		...(form.ticks === undefined ? {} : { permissions: tickedIn(form).toString() }),
	}
}

/** The field of a permission in the page's form. */
export const tickOf = (name: PermissionName): string => `permission_${name}`

function tickedIn(form: Readonly<Record<string, string>>): bigint {
	const names = Object.keys(PERMISSIONS) as PermissionName[]
	return names.reduce((bits, name) => (form[tickOf(name)] === undefined ? bits : bits | PERMISSIONS[name]), 0n)
}
