import { wireTime } from '@guildhall/protocol'
import type { UserRow } from '../domain/accounts/accounts.ts'
import { presentUser } from '../domain/accounts/present.ts'
import type { Asker, Offer } from './offer.ts'
import type { PendingRequest } from './pending.ts'

/** A request that waits for its person, as our own clients get it. */
export function offerAsJson(
	pending: PendingRequest,
	{ asker, offer, user }: { asker: Asker; offer: Offer; user: UserRow },
): object {
	const { application, isVerified, guildCount } = asker
	const { destination, scopes, install } = pending
	return {
		application: {
			id: application.id,
			name: application.name,
			icon: application.icon,
			description: application.description,
			bot_public: application.bot_public === 1,
			bot_require_code_grant: application.bot_require_code_grant === 1,
			is_verified: isVerified,
			approximate_guild_count: guildCount,
			created_at: wireTime(application.created_at),
		},
		user: presentUser(user),
		scopes,
		redirect_uri: pending.isInstallLink ? null : destination.redirectUri,
		installs: install.options.map(({ integrationType, scopes, permissions }) => ({
			integration_type: integrationType,
			scopes,
			permissions,
		})),
		guild_id: install.guildId,
		disable_guild_select: install.isGuildFixed,
		guilds: offer.guilds,
		webhook_channels: offer.places.flatMap(({ guild, channels }) =>
			channels.map(({ id, name, type }) => ({ id, name, type, guild_id: guild.id, guild_name: guild.name })),
		),
	}
}
