/**
 * Our declarations against the public API. Every difference stands in one of the tables below, with its reason; the
 * facts about the public API are committed, and compared with its document where that is at hand.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openapiDocument } from '../openapi.ts'
import { OPERATIONS } from '../operations.ts'
import { bodyFields, factsOf, type PublicFacts } from './facts.ts'
import { type Fields, fieldsOf, type JsonSchema, type Names, type Shape, shapeOf } from './shape.ts'

const read = (path: URL | string) => JSON.parse(readFileSync(path, 'utf8'))
const facts: PublicFacts = read(new URL('./facts.json', import.meta.url))

/** Operations of our own making, with the reason. */
const OURS: Record<string, string> = {
	create_guild: 'EP-08 the public route is gone; people of a self-hosted platform need a way',
	update_lobby_message: 'social.md §6.4 private route of the public client library',
	unlink_channel: 'LCH-05 the public platform keeps its route to its own client',
	delete_lobby_message: 'social.md §6.4 private route of the public client library',
	post_openid_connect_userinfo: 'OpenID Connect Core §5.3.1 has it by POST too',
	list_my_connected_applications: "LNK-09 a person's own applications; the public platform keeps its route to itself",
	disconnect_application: 'LNK-09 likewise',
	verify_device:
		'DEV-02 the page where one types the code of a device asks so; the public platform keeps its route to itself',
	finish_device: 'DEV-02 likewise',
	list_application_assets: 'PRS-02 pictures of activities by key; the public platform keeps its routes to itself',
	create_application_asset: 'PRS-02 likewise',
	delete_application_asset: 'PRS-02 likewise',
	create_external_assets: 'PRS-02 likewise, of addresses elsewhere',
	get_activity_metadata: 'PVT-11 private routes of the public client library',
	get_activity_secret: 'PVT-11 likewise',
	accept_activity_invite: 'INV-02 likewise',
	put_headless_session: 'server-needs.md §4 presence without a socket, likewise',
	end_headless_session: 'server-needs.md §4 likewise',
	subscribe_to_activities: 'server-needs.md §4 hidden activities, likewise',
	list_relationships: 'PVT-01 private route of the public client library',
	request_friend_by_name: 'PVT-02 likewise',
	put_relationship: 'PVT-03 likewise',
	delete_relationship: 'PVT-04 likewise',
	list_game_relationships: 'PVT-01 likewise',
	request_game_friend_by_name: 'PVT-05 likewise',
	put_game_relationship: 'PVT-05 likewise',
	delete_game_relationship: 'PVT-05 likewise',
	create_dm_by_id: 'the public platform answers there too, without saying so',
	accept_invite: 'J7 the public platform keeps its route to its own client',
	get_application_identity_profile: 'social.md §7.1 documented, not in the document',
	update_application_identity_profile: 'social.md §7.1 likewise',
	get_user_application_identities: 'social.md §7.1 likewise',
	get_application_identities_by_external_id: 'social.md §7.1 likewise',
	delete_application_identity: 'social.md §7.1 likewise',
	list_user_application_identities: 'SDK-19 private route of the public client library',
	get_partial_application: 'PVT-12 likewise',
	list_channel_linked_accounts: 'PVT-12 likewise',
	get_guild_profile: 'RES-05 tags of guilds; the public platform keeps its route to itself',
	update_guild_profile: 'RES-05 likewise',
	get_my_settings: 'PVT-03 whose requests reach one is a setting; the public platform keeps its route to itself',
	update_my_settings: 'PVT-03 likewise',
	create_user_message: 'PVT-06 private route of the public client library',
	list_user_messages: 'PVT-07 likewise',
	update_user_message: 'PVT-08 likewise',
	delete_user_message: 'PVT-08 likewise',
	list_user_message_summaries: 'PVT-09 likewise',
	partner_sdk_list_user_message_summaries: 'PVT-09 likewise, where third parties have seen it',
	get_user_channel: 'PVT-09 likewise',
	partner_sdk_child_token: 'PUB-01 documented with publisher-level linking, not in the document',
	update_my_nick: 'documented as deprecated, not in the document; discordgo and older clients call it',
	update_my_account:
		'UpdateProvisionalAccountDisplayName of the game SDK; the public platform keeps its route to itself',
}

/** Public name of each of our shapes; what is not here must be described in place, field by field. */
const PUBLIC_NAMES: Record<string, string> = {
	Application: 'ApplicationResponse',
	ApplicationCard: 'BasicApplicationResponseWithBot',
	Attachment: 'MessageAttachmentResponse',
	AuditLog: 'GuildAuditLogResponse',
	AuditLogEntry: 'AuditLogEntryResponse',
	Authorization: 'OAuth2GetAuthorizationResponse',
	AvatarDecoration: 'UserAvatarDecorationResponse',
	Ban: 'GuildBanResponse',
	BotGateway: 'GatewayBotResponse',
	BulkBanResult: 'BulkBanUsersResponse',
	Collectibles: 'UserCollectiblesResponse',
	Connection: 'ConnectedAccountResponse',
	Embed: 'MessageEmbedResponse',
	Emoji: 'EmojiResponse',
	ForumTag: 'ForumTagResponse',
	Gateway: 'GatewayResponse',
	Guild: 'GuildResponse',
	GuildChannel: 'GuildChannelResponse',
	GuildPreview: 'GuildPreviewResponse',
	GuildWithCounts: 'GuildWithCountsResponse',
	InstallParams: 'ApplicationOAuth2InstallParamsResponse',
	Lobby: 'LobbyResponse',
	LobbyMember: 'LobbyMemberResponse',
	LobbyInvite: 'LobbyGuildInviteResponse',
	LobbyMessage: 'LobbyMessageResponse',
	Member: 'GuildMemberResponse',
	Message: 'MessageResponse',
	MessageReference: 'MessageReferenceResponse',
	MessageSnapshot: 'MessageSnapshotResponse',
	MyGuild: 'MyGuildResponse',
	PermissionOverwrite: 'ChannelPermissionOverwriteResponse',
	Pins: 'PinnedMessagesResponse',
	Poll: 'PollResponse',
	PrimaryGuild: 'UserPrimaryGuildResponse',
	PrivateApplication: 'PrivateApplicationResponse',
	PrivateMember: 'PrivateGuildMemberResponse',
	PrivateUser: 'UserPIIResponse',
	Reaction: 'MessageReactionResponse',
	ReactionEmoji: 'MessageReactionEmojiResponse',
	ReferencedMessage: 'BasicMessageResponse',
	Role: 'GuildRoleResponse',
	RoleConnection: 'ApplicationUserRoleConnectionResponse',
	RoleConnectionRecord: 'ApplicationRoleConnectionsMetadataItemResponse',
	Sticker: 'GuildStickerResponse',
	StickerItem: 'MessageStickerItemResponse',
	TargetUsersJob: 'TargetUsersJobStatusResponse',
	Team: 'TeamResponse',
	TeamMember: 'TeamMemberResponse',
	User: 'UserResponse',
	VanityUrl: 'VanityURLResponse',
	VoiceRegion: 'VoiceRegionResponse',
	VoiceState: 'VoiceStateResponse',
	Webhook: 'GuildIncomingWebhookResponse',
}

const notOnMessages = [
	'call',
	'purchase_notification',
	'resolved',
	'role_subscription_data',
	'shared_client_theme',
	'thread',
] as const

/** Optional fields of answers that this platform never writes: what they tell of does not exist here. */
const NEVER_WRITTEN: Record<string, readonly string[]> = {
	BasicMessageResponse: notOnMessages,
	ConnectedAccountResponse: ['integrations'],
	MessageAttachmentResponse: ['application', 'clip_created_at', 'clip_participants'],
	MessageEmbedResponse: ['components'],
	MessageInteractionResponse: ['name_localized'],
	MessageResponse: notOnMessages,
	VanityURLResponse: ['error'],
}

/** Fields of ours that the public document does not have. */
const ADDED: Record<string, readonly string[]> = {
	// Documented as deprecated and empty; the types that bots are compiled with require it.
	ApplicationResponse: ['summary'],
	PrivateApplicationResponse: ['summary'],
	// RES-01, and what players' tokens are told of channels that can be linked (LCH-07, LCH-09).
	GuildChannelResponse: ['application_id', 'is_linkable', 'is_viewable_and_writeable_by_all_members', 'linked_lobby'],
	// HC §8: echoed once, to whoever sent it.
	LobbyMessageResponse: ['nonce', 'edited_timestamp'],
	// webhook-events.md §4: of a channel that is linked to a lobby.
	BasicMessageResponse: ['lobby_id'],
	MessageResponse: ['lobby_id'],
	// Bots get theirs back after they changed it.
	UserPIIResponse: ['bio'],
}

/** Fields of public bodies that are read over: ignored, like any field that is not known. */
const NOT_READ: Record<string, readonly string[]> = {
	// Group conversations.
	create_dm: ['nicks'],
	create_lobby_message: ['tts'],
	create_message: ['shared_client_theme'],
	update_channel: ['applied_tags', 'archived', 'auto_archive_duration', 'icon', 'invitable', 'locked'],
	// Of a deferred answer to an interaction only.
	update_webhook_message: ['poll'],
	update_my_application: ['team_id', 'type'],
}

/** Scopes that the public document does not name, or does not ask for, with the reason. */
const OWN_SCOPES: Record<string, string> = {
	create_lobby_message: 'SOC-03 an SDK scope, which the document leaves out',
	create_or_join_lobby: 'SOC-03 likewise',
	get_lobby_messages: 'SOC-03 likewise',
	leave_lobby: 'SOC-03 likewise',
	edit_lobby_channel_link: 'SOC-03 likewise',
	create_linked_lobby_guild_invite_for_self: 'SOC-03 likewise',
	list_guild_channels: 'LCH-09 likewise',
	update_my_user: 'social.md §3.4 placeholders change their display name',
}

/** Parameters of queries that the public document does not have. */
const OWN_QUERY: Record<string, readonly string[]> = {
	// LCH-09: the public client library asks so.
	list_guild_channels: ['with_can_link_lobby'],
	// discord.py and discordgo say it there instead of in the body.
	ban_user_from_guild: ['delete_message_seconds', 'delete_message_days', 'reason'],
}

const ourNames: Names = { nameOf: ({ title }) => title, resolve: (schema) => schema }

describe('the public API', () => {
	const place = process.env.GUILDHALL_SHARED ?? new URL('../../../../../shared', import.meta.url).pathname
	const path = `${place}/openapi/openapi.json`
	it('is as the committed facts say', { skip: !existsSync(path) && 'its document is not at hand' }, () => {
		const ids = new Set(OPERATIONS.map(({ id }) => id))
		assert.deepEqual(
			factsOf(read(path), (id) => ids.has(id)),
			facts,
		)
	})
})

describe('each operation', () => {
	for (const { id, method, path, callers, scopes, query, body, returns, answersIn, status } of OPERATIONS) {
		const known = facts.operations[id]
		if (!known) {
			it(`${id} is ours, for a reason`, () => assert.ok(OURS[id]))
			continue
		}
		it(`${id} is the public one`, () => {
			assert.equal(`${method} ${path}`, `${known.method} ${known.path}`)
			assert.deepEqual(differences(query, known.query), OWN_QUERY[id] ?? [])
			assert.deepEqual(scopesAsked(callers, scopes, id), OWN_SCOPES[id] ? undefined : known.bearer)
			const ours = new Set(body ? bodyFields(body, ourNames) : [])
			assert.deepEqual(
				(known.body ?? []).filter((field) => !ours.has(field)),
				NOT_READ[id] ?? [],
			)
			if (returns) {
				assert.equal(status ?? 200, known.status)
				assert.ok(known.returns, 'the public one has no body')
				assert.deepEqual(complaints(shapeOf(returns, ourNames), known.returns, id), [])
			} else if (answersIn) {
				assert.equal(known.returns, undefined, 'the public one is JSON')
			} else {
				assert.ok(known.status === 204 || id === 'trigger_typing_indicator', 'the public one has a body')
			}
		})
	}
})

describe('each shape', () => {
	const shapes = namedShapes()
	for (const [ours, theirs] of Object.entries(PUBLIC_NAMES)) {
		it(`${ours} is a ${theirs}`, () => {
			const [schema, fields] = [shapes.get(ours), facts.schemas[theirs]]
			assert.ok(schema && fields)
			assert.deepEqual(fieldComplaints(fieldsOf(schema, ourNames), fields, theirs), [])
		})
	}
})

describe('openapi.json', () => {
	it('is what the declarations say; `npm run openapi` writes it', () => {
		const committed = read(new URL('../../openapi.json', import.meta.url))
		assert.deepEqual(JSON.parse(JSON.stringify(openapiDocument(OPERATIONS))), committed)
	})
})

/** What an access token needs for it, in the words of the facts; undefined also where ours has a reason of its own. */
function scopesAsked(callers: readonly string[], scopes: readonly string[] | undefined, id: string) {
	if (!callers.includes('bearer') || OWN_SCOPES[id]) return undefined
	return scopes ? [...scopes].sort() : 'any'
}

/** Parameters that only one of the two has. */
function differences(query: JsonSchema | undefined, theirs: readonly string[]): string[] {
	const properties = Object.entries(query?.properties ?? {})
	const ours = properties.map(([name, schema]) =>
		query?.required?.includes(name) && !('default' in schema) ? `!${name}` : name,
	)
	return [...theirs.filter((name) => !ours.includes(name)), ...ours.filter((name) => !theirs.includes(name))]
}

/** In what an answer of ours would surprise one who expects theirs. */
function complaints(ours: Shape, theirs: Shape, at: string): string[] {
	if (theirs.kind === 'any' || ours.kind === 'any') return []
	const found: string[] = []
	if (ours.null && !theirs.null) found.push(`${at} may be null here only`)
	const theirFields = theirs.fields ?? (theirs.named ? facts.schemas[theirs.named] : undefined)
	if (ours.kind === 'union' || theirs.kind === 'union') return found
	if (ours.kind !== theirs.kind) return [...found, `${at} is ${ours.kind} here, ${theirs.kind} there`]
	if (ours.of && theirs.of) found.push(...complaints(ours.of, theirs.of, `${at}[]`))
	if (ours.named && PUBLIC_NAMES[ours.named]) {
		if (PUBLIC_NAMES[ours.named] !== theirs.named) found.push(`${at} is ${ours.named} here, ${theirs.named} there`)
	} else if (ours.fields && theirFields) {
		found.push(...fieldComplaints(ours.fields, theirFields, theirs.named ?? at))
	}
	return found
}

function fieldComplaints(ours: Fields, theirs: Fields, at: string): string[] {
	const bare = (fields: Fields) =>
		Object.entries(fields).map(([name, shape]) => [name.replace('!', ''), shape] as const)
	const mine = new Map(bare(ours))
	const added = bare(ours).filter(([name]) => !(name in theirs) && !(`!${name}` in theirs))
	const found = added.filter(([name]) => !ADDED[at]?.includes(name)).map(([name]) => `${at}.${name} is not there`)
	for (const [key, shape] of Object.entries(theirs)) {
		const name = key.replace('!', '')
		const own = mine.get(name)
		if (own) found.push(...complaints(own, shape, `${at}.${name}`))
		if (key.startsWith('!') && own && !(key in ours)) found.push(`${at}.${name} may be missing here`)
		if (!own && !(NEVER_WRITTEN[at]?.includes(name) && !key.startsWith('!')))
			found.push(`${at}.${name} is missing here`)
	}
	return found
}

/** Every object with a name that stands in an answer. */
function namedShapes(): Map<string, JsonSchema> {
	const found = new Map<string, JsonSchema>()
	const walk = (value: unknown): void => {
		if (value === null || typeof value !== 'object') return
		const schema = value as JsonSchema
		if (typeof schema.title === 'string' && schema.properties) found.set(schema.title, schema)
		for (const child of Object.values(value)) walk(child)
	}
	for (const { returns } of OPERATIONS) walk(returns)
	return found
}
