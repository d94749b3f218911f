import type { APIApplicationIdentityProfile, APIUserApplicationIdentity } from 'discord-api-types/v10'
import {
	anyText,
	anything,
	constant,
	float,
	type Infer,
	list,
	map,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	tagged,
	text,
	uri,
} from '../schema.ts'

const media = object({ url: uri() })
const amount = optional(float({ minimum: 0 }))
const words = optional(text(1, 1024))

/** Figures that many games have. */
const primary = object({
	season: words,
	rank_name: words,
	rank_image: optional(media),
	highest_rank: words,
	highest_rank_image: optional(media),
	featured_played_character: words,
	featured_played_character_image: optional(media),
	playtime_hours: amount,
	total_wins: amount,
	current_period_wins: amount,
	total_games: amount,
	current_period_games: amount,
	total_kills: amount,
	current_period_kills: amount,
	total_assists: amount,
	current_period_assists: amount,
	total_deaths: amount,
	current_period_deaths: amount,
})

const name = text(1, 1024)
/** Figures of the game's own: 1 a text, 2 a number, 3 a picture. */
const dynamic = tagged(
	'type',
	object({ type: constant(1), name, value: text(0, 2048) }),
	object({ type: constant(2), name, value: float() }),
	object({ type: constant(3), name, value: media }),
)

/** At most 10 KB of JSON, which is the domain's to check. */
export const ProfileData = named(
	'ProfileData',
	object({ primary: optional(primary), dynamic: optional(list(dynamic, { max: 30 })) }),
)
export type ProfileData = Infer<typeof ProfileData>

/** What a game says of a player of its own. */
export const IdentityProfile = resource<Omit<APIApplicationIdentityProfile, 'data'>>()(
	'IdentityProfile',
	object({ username: nullable(anyText), metadata: nullable(map(anything)), data: nullable(ProfileData) }),
)
export type IdentityProfile = Infer<typeof IdentityProfile>

/** Absent leaves, null clears; `data` and `metadata` are replaced whole. */
export const IdentityProfileChanges = named(
	'IdentityProfileChanges',
	object({ username: maybe(text(1, 1024)), metadata: maybe(map(anything)), data: maybe(ProfileData) }),
)
export type IdentityProfileChanges = Infer<typeof IdentityProfileChanges>

const identity = { provider_type: anyText, provider_id: optional(anyText), provider_issued_user_id: anyText }
/** What players are told that a game says of one of them; `metadata` is JSON as a text. */
const shown = { username: nullable(anyText), metadata: anyText, avatar_hash: nullable(anyText) }

/** Who a user is elsewhere. */
export const ApplicationIdentity = resource<APIUserApplicationIdentity>()(
	'ApplicationIdentity',
	object({ user_id: snowflake, ...identity, profile: optional(object(shown)) }),
)
export type ApplicationIdentity = Infer<typeof ApplicationIdentity>

export const ApplicationIdentities = resource()(
	'ApplicationIdentities',
	object({ identities: list(ApplicationIdentity) }),
)
export type ApplicationIdentities = Infer<typeof ApplicationIdentities>

export const IdentityDeletion = named('IdentityDeletion', object({ provider_id: maybe(text(1, 2048)) }))

/** Who a user is in a game, as its sessions are told: in READY by users' ids, and when it changes. */
export const UserApplicationProfile = resource()('UserApplicationProfile', object({ ...identity, ...shown }))
export type UserApplicationProfile = Infer<typeof UserApplicationProfile>

/** Accounts in the game of a lobby that is linked to a channel, by users' ids. */
export const LinkedAccounts = resource()(
	'LinkedAccounts',
	object({ linked_accounts: map(list(object({ id: anyText, name: anyText }))) }),
)
export type LinkedAccounts = Infer<typeof LinkedAccounts>
