/** Every operation of the HTTP API. */
import type { AnyOperation } from './operation.ts'
import { ACTIVITY_OPERATIONS } from './operations/activities.ts'
import { BAN_OPERATIONS } from './operations/bans.ts'
import { CHANNEL_OPERATIONS } from './operations/channels.ts'
import { DIRECT_MESSAGE_OPERATIONS } from './operations/direct-messages.ts'
import { GUILD_OPERATIONS } from './operations/guilds.ts'
import { INVITE_OPERATIONS } from './operations/invites.ts'
import { LOBBY_OPERATIONS } from './operations/lobbies.ts'
import { MEMBER_OPERATIONS } from './operations/members.ts'
import { MESSAGE_OPERATIONS } from './operations/messages.ts'
import { OAUTH2_OPERATIONS } from './operations/oauth2.ts'
import { PARTNER_SDK_OPERATIONS } from './operations/partner-sdk.ts'
import { PIN_OPERATIONS } from './operations/pins.ts'
import { PLATFORM_OPERATIONS } from './operations/platform.ts'
import { PROFILE_OPERATIONS } from './operations/profiles.ts'
import { PUBLISHER_OPERATIONS } from './operations/publishers.ts'
import { REACTION_OPERATIONS } from './operations/reactions.ts'
import { RELATIONSHIP_OPERATIONS } from './operations/relationships.ts'
import { ROLE_CONNECTION_OPERATIONS } from './operations/role-connections.ts'
import { ROLE_OPERATIONS } from './operations/roles.ts'
import { USER_OPERATIONS } from './operations/users.ts'
import { VOICE_OPERATIONS } from './operations/voice.ts'
import { WEBHOOK_OPERATIONS } from './operations/webhooks.ts'

export const OPERATIONS: readonly AnyOperation[] = [
	...PLATFORM_OPERATIONS,
	...OAUTH2_OPERATIONS,
	...PUBLISHER_OPERATIONS,
	...PARTNER_SDK_OPERATIONS,
	...USER_OPERATIONS,
	...GUILD_OPERATIONS,
	...ROLE_OPERATIONS,
	...MEMBER_OPERATIONS,
	...BAN_OPERATIONS,
	...CHANNEL_OPERATIONS,
	...INVITE_OPERATIONS,
	...VOICE_OPERATIONS,
	...MESSAGE_OPERATIONS,
	...DIRECT_MESSAGE_OPERATIONS,
	...REACTION_OPERATIONS,
	...PIN_OPERATIONS,
	...ROLE_CONNECTION_OPERATIONS,
	...WEBHOOK_OPERATIONS,
	...LOBBY_OPERATIONS,
	...RELATIONSHIP_OPERATIONS,
	...PROFILE_OPERATIONS,
	...ACTIVITY_OPERATIONS,
]
