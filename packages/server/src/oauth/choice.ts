import { formError } from '@guildhall/protocol'
import type { IntegrationType } from '../domain/applications/authorizations.ts'
import type { InstallAsked, InstallOption } from './install-asked.ts'

/** What a person chose beside yes, as far as they said: the request may have fixed it, or leave nothing to choose. */
export interface Choice {
	integrationType?: IntegrationType
	guildId?: string
	/** The permissions that stayed ticked: bits, decimal. Absent: all that were asked for. */
	permissions?: string
	/** The channel that gets a webhook. */
	channelId?: string
}

/** The way that was chosen. */
export interface Chosen extends InstallOption {
	/** Null where it goes into the account, or where the channel says which guild. */
	guildId: string | null
}

/**
 * What is installed by this choice; undefined where nothing is. Permissions can only be taken away (I4), a fixed guild
 * cannot be changed (I3).
 * @throws InvalidFormBody
 */
export function chosenOf({ options, guildId, isGuildFixed }: InstallAsked, choice: Choice): Chosen | undefined {
	const option = optionOf(options, choice)
	if (!option) return undefined
	if (option.integrationType === 1) return { ...option, guildId: null }
	const asked = BigInt(option.permissions)
	const ticked = choice.permissions === undefined ? asked : bitsOf(choice.permissions)
	if (isGuildFixed && choice.guildId !== undefined && choice.guildId !== guildId) {
		throw formError(['guild_id'], 'BASE_TYPE_CHOICES', `Value must be one of {${guildId}}.`)
	}
	return { ...option, permissions: (asked & ticked).toString(), guildId: choice.guildId ?? guildId }
}

function optionOf(options: readonly InstallOption[], choice: Choice): InstallOption | undefined {
	const [first, ...others] = options
	if (!first) return undefined
	const wanted = choice.integrationType ?? (choice.guildId === undefined ? undefined : 0)
	if (wanted === undefined) {
		if (others.length === 0) return first
		throw formError(['integration_type'], 'BASE_TYPE_REQUIRED', 'This field is required')
	}
	const option = options.find(({ integrationType }) => integrationType === wanted)
	if (option) return option
	const offered = options.map(({ integrationType }) => integrationType).join(', ')
	throw formError(['integration_type'], 'BASE_TYPE_CHOICES', `Value must be one of {${offered}}.`)
}

function bitsOf(text: string): bigint {
	if (!/^\d{1,20}$/.test(text)) throw formError(['permissions'], 'NUMBER_TYPE_COERCE', `Value "${text}" is not int.`)
	return BigInt(text)
}
