import { ACTIVITY_HANDLERS } from './activities.ts'
import { APPLICATION_HANDLERS } from './applications.ts'
import { AUDIT_LOG_HANDLERS } from './audit-log.ts'
import { BAN_HANDLERS } from './bans.ts'
import { CHANNEL_HANDLERS } from './channels.ts'
import { DIRECT_MESSAGE_HANDLERS } from './direct-messages.ts'
import { GATEWAY_INFO_HANDLERS } from './gateway-info.ts'
import { GUILD_HANDLERS } from './guilds.ts'
import type { Handler } from './handle.ts'
import { INVITE_HANDLERS } from './invites.ts'
import { LOBBY_HANDLERS } from './lobbies.ts'
import { MEMBER_HANDLERS } from './members.ts'
import { MESSAGE_HANDLERS } from './messages.ts'
import { OAUTH2_HANDLERS } from './oauth2.ts'
import { OPERATOR_HANDLERS } from './operators.ts'
import { PARTNER_SDK_HANDLERS } from './partner-sdk.ts'
import { PIN_HANDLERS } from './pins.ts'
import { PROFILE_HANDLERS } from './profiles.ts'
import { PUBLISHER_HANDLERS } from './publishers.ts'
import { REACTION_HANDLERS } from './reactions.ts'
import { RELATIONSHIP_HANDLERS } from './relationships.ts'
import { ROLE_CONNECTION_HANDLERS } from './role-connections.ts'
import { ROLE_HANDLERS } from './roles.ts'
import { USER_HANDLERS } from './users.ts'
import { VOICE_HANDLERS } from './voice.ts'
import { WEBHOOK_HANDLERS } from './webhooks.ts'

/** Every operation this server carries out. One array for each file of this folder that binds some. */
export const HANDLERS: readonly Handler[] = [
	...GATEWAY_INFO_HANDLERS,
	...APPLICATION_HANDLERS,
	...USER_HANDLERS,
	...GUILD_HANDLERS,
	...CHANNEL_HANDLERS,
	...ROLE_HANDLERS,
	...MEMBER_HANDLERS,
	...BAN_HANDLERS,
	...AUDIT_LOG_HANDLERS,
	...INVITE_HANDLERS,
	...VOICE_HANDLERS,
	...MESSAGE_HANDLERS,
	...DIRECT_MESSAGE_HANDLERS,
	...REACTION_HANDLERS,
	...PIN_HANDLERS,
	...ROLE_CONNECTION_HANDLERS,
	...WEBHOOK_HANDLERS,
	...LOBBY_HANDLERS,
	...RELATIONSHIP_HANDLERS,
	...PROFILE_HANDLERS,
	...ACTIVITY_HANDLERS,
	...OAUTH2_HANDLERS,
	...PUBLISHER_HANDLERS,
	...OPERATOR_HANDLERS,
	...PARTNER_SDK_HANDLERS,
]
