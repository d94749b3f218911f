import { type ApiError, PERMISSIONS, type PermissionName } from '@guildhall/protocol'
import { type ConsentProblem, consentPage } from '@guildhall/web'
import type { Login } from '../domain/accounts/logins.ts'
import { isPrivateUse } from '../domain/applications/redirects.ts'
import { applicationCardOf, personCardOf } from '../http/cards.ts'
import { inWords } from '../http/scope-words.ts'
import type { Reading } from '../ports/store.ts'
import { tickOf } from './decision.ts'
import type { InstallOption } from './install-asked.ts'
import type { Asker, Offer } from './offer.ts'
import type { PendingRequest } from './pending.ts'

export type Form = Readonly<Record<string, string>>

export interface ShownConsent {
	login: Login
	pending: PendingRequest
	asker: Asker
	offer: Offer
	/** Names the stored request. */
	request: string
	/** Path of the page, to come back to. */
	here: string
	/** The answer that could not be carried out, and why. */
	after?: { form: Form; error: ApiError }
}

/** The page on which a person decides. */
export function consentPageOf(from: Pick<Reading, 'links'>, shown: ShownConsent): string {
	const { login, pending, asker, offer, request, here, after } = shown
	const { install, destination, scopes } = pending
	const form = after?.form
	const chosenGuild = form?.guild_id ?? install.guildId
	return consentPage({
		application: {
			...applicationCardOf(from, asker.application),
			isVerified: asker.isVerified,
			madeOn: new Date(asker.application.created_at),
			guildCount: asker.guildCount,
		},
		person: personCardOf(from, login.user),
		scopes: install.options.length === 0 ? inWords(scopes) : [],
		ways: install.options.map((option) => ({
			type: option.integrationType,
			isChosen: form === undefined ? false : form.integration_type === String(option.integrationType),
			scopes: inWords(option.scopes),
			permissions: permissionsOf(option, form),
		})),
		guilds: offer.guilds.map(({ id, name }) => ({ id, name, isChosen: id === chosenGuild })),
		isGuildFixed: install.isGuildFixed,
		places: scopes.includes('webhook.incoming')
			? offer.places.map(({ guild, channels }) => ({
					name: guild.name,
					channels: channels.map(({ id, name }) => ({
						id,
						name: name ?? id,
						isChosen: id === form?.webhook_channel_id,
					})),
				}))
			: null,
		returnsTo: returnsTo(pending),
		isIntoApp: !pending.isInstallLink && isPrivateUse(destination.redirectUri),
		problem: after && problemOf(after.error),
		request,
		csrfToken: login.csrfToken,
		here,
	})
}

function returnsTo({ isInstallLink, destination }: PendingRequest): string | null {
	return isInstallLink || isPrivateUse(destination.redirectUri) ? null : new URL(destination.redirectUri).host
}

function permissionsOf({ permissions }: InstallOption, form: Form | undefined) {
	const bits = BigInt(permissions)
	const asked = (Object.keys(PERMISSIONS) as PermissionName[]).filter((name) => (bits & PERMISSIONS[name]) !== 0n)
	return asked.map((name) => ({
		name,
		bit: PERMISSIONS[name].toString(),
		field: tickOf(name),
		isTicked: form?.ticks === undefined || form[tickOf(name)] !== undefined,
	}))
}

/** Which sentence says what went wrong. */
function problemOf({ named }: ApiError): ConsentProblem {
	switch (named) {
		case 'InvalidFormBody':
			return 'incomplete'
		case 'TwoFactorRequired':
			return 'secondStep'
		case 'BannedFromGuild':
			return 'banned'
		case 'NotAuthorizedOnApplication':
			return 'private'
		case 'MaximumRoles':
		case 'MaximumMembers':
		case 'MaximumWebhooks':
		case 'MaximumGuildWebhooks':
			return 'full'
		default:
			return 'notThere'
	}
}
