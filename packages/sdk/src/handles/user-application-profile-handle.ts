import { textOf, type Wire } from '../cache/wire.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { ExternalIdentityProviderType } from '../enums/users.ts'

interface Held {
	state: ClientState
	userId: Snowflake
	index: number
}

/** A live view of who a user is with a provider of identities, and what the game's server says of them. */
export class UserApplicationProfileHandle extends Copyable<Held> {
	static override readonly name = 'UserApplicationProfileHandle'
	static readonly nullobj: UserApplicationProfileHandle = invalid(UserApplicationProfileHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** Of the picture within the game. */
	AvatarHash(): string {
		return textOf(known(this)?.avatar_hash) ?? ''
	}

	/** Whatever the game's server wrote. */
	Metadata(): string {
		return textOf(known(this)?.metadata) ?? ''
	}

	/** Which provider, of several of its type; none for identities that the game itself speaks for. */
	ProviderId(): string | undefined {
		return textOf(known(this)?.provider_id)
	}

	/** The id of the user there. */
	ProviderIssuedUserId(): string {
		return textOf(known(this)?.provider_issued_user_id) ?? ''
	}

	/** Where the identity is from. */
	ProviderType(): ExternalIdentityProviderType {
		const type = known(this)?.provider_type
		if (type === undefined) return ExternalIdentityProviderType.None
		return PROVIDERS[String(type)] ?? ExternalIdentityProviderType.Unknown
	}

	/** The name within the game. */
	Username(): string {
		return textOf(known(this)?.username) ?? ''
	}
}

const PROVIDERS: Readonly<Record<string, ExternalIdentityProviderType>> = {
	OIDC: ExternalIdentityProviderType.OIDC,
	EPIC_ONLINE_SERVICES: ExternalIdentityProviderType.EpicOnlineServices,
	STEAM: ExternalIdentityProviderType.Steam,
	UNITY_SERVICES: ExternalIdentityProviderType.Unity,
	DISCORD_BOT: ExternalIdentityProviderType.PlatformBot,
}

/** Who a user is elsewhere, as far as it is known. */
export function profilesOf(state: ClientState, userId: Snowflake): UserApplicationProfileHandle[] {
	const known = state.cache.profiles.get(userId) ?? []
	return known.map((_, index) => make(UserApplicationProfileHandle, { state, userId, index } satisfies Held))
}

function known(handle: UserApplicationProfileHandle): Wire | undefined {
	const { state, userId, index } = heldBy(handle)
	return state.cache.profiles.get(userId)?.[index]
}
