/**
 * Every table. Columns keep to four kinds: ids and other 64-bit numbers (read as strings when they exceed 2^53, which
 * every id does), integers (times in milliseconds, flags, 0 or 1 for no or yes), text (JSON is text), bytes.
 */
import type { Generated } from 'kysely'

/** A snowflake: bigint in the database, decimal string here. */
type Id = string
/** Milliseconds since the Unix epoch. */
type Time = number
type Bool = 0 | 1
type Json = string

export interface Tables {
	meta: { key: string; value: string }
	jobs: { id: Id; kind: string; payload: Json; run_at: Time; attempts: Generated<number>; locked_until: Time | null }
	node_ids: { node: number; reserved_until: Time }

	users: {
		id: Id
		username: string
		/** "0" for people, four digits for bots. */
		discriminator: string
		global_name: string | null
		avatar: string | null
		banner: string | null
		accent_color: number | null
		bio: string | null
		is_bot: Bool
		is_system: Bool
		is_provisional: Bool
		flags: number
		premium_type: number
		email: string | null
		is_verified: Bool
		/** Signing in asks for a second step. */
		has_mfa: Generated<Bool>
		locale: string
		created_at: Time
		/** Set when the account is gone; its messages stay. */
		deleted_at: Time | null
		/** The guild whose tag the user wears. Kept with them: users are shown everywhere. */
		primary_guild_id: Id | null
		/** Null: the platform took the tag off; 0: the user did. */
		primary_guild_enabled: Bool | null
		primary_guild_tag: string | null
		primary_guild_badge: string | null
	}
	passwords: { user_id: Id; hash: string; changed_at: Time }
	logins: {
		/** SHA-256 of the cookie's secret, hex. */
		token_hash: string
		user_id: Id
		csrf_secret: string
		created_at: Time
		seen_at: Time
		expires_at: Time
		/** When the person last proved who they are. */
		auth_time: Time
		user_agent: string
		/** How they proved it: values of RFC 8176. */
		amr: Json
		/** Where the login was made or used last: the network of the address, such as 203.0.113.0/24. */
		network: string
	}
	/** What is good once and for a while: links in mails, sign-ins that wait for their second step. */
	tickets: {
		/** SHA-256 of the secret, hex. */
		hash: string
		/** A `TicketKind`. */
		kind: string
		user_id: Id | null
		data: Json
		expires_at: Time
	}
	totp_secrets: {
		user_id: Id
		/** Sealed. */
		secret: string
		/** The last half minute whose code was used. */
		last_step: number
		created_at: Time
		/** Null until a first code was given. */
		enabled_at: Time | null
	}
	backup_codes: { user_id: Id; hash: string }
	passkeys: {
		id: Id
		user_id: Id
		/** base64url, as are the public key (COSE) and on the wire both. */
		credential_id: string
		public_key: string
		counter: number
		transports: Json
		name: string
		/** It is on more than one device. */
		is_synced: Bool
		created_at: Time
		used_at: Time | null
	}
	/** What people set who set something. */
	account_settings: { user_id: Id; game_messages: string }
	/** Counters of failures that must outlive a restart: sign-in, registration. */
	attempts: { key: string; count: number; resets_at: Time }

	/** Identity providers whose word an application takes. `issuer` is empty where the type has one of its own. */
	external_providers: {
		id: Id
		application_id: Id
		type: string
		issuer: string
		audiences: Json
		config: Json
		/** The rules by which it was last found good. */
		rules_version: number
		validated_at: Time
	}

	/** Who may not come in. `until` null: for ever. A ban that is lifted, or over, stays for the record. */
	user_bans: {
		id: Id
		user_id: Id
		until: Time | null
		reason: string | null
		created_by: string
		created_at: Time
		lifted_at: Time | null
		/** Null where it ended by itself. */
		lifted_by: string | null
	}
	/** Privileged intents that the operator lets an application use, however large it is. */
	intent_approvals: { application_id: Id; intent: string; until: Time }
	/** People who try an application out: they may link and unlink as often as they want. */
	application_testers: { application_id: Id; user_id: Id }
	/** What operators did. */
	operator_acts: {
		id: Id
		at: Time
		operator: string
		act: string
		user_id: Id | null
		application_id: Id | null
		detail: Json
	}

	/** Where applications want to hear of events. */
	webhook_endpoints: {
		application_id: Id
		url: string | null
		/** The wire's: 1 switched off by its developer, 2 enabled, 3 switched off by the platform. */
		status: number
		types: Json
		/** The series of probes that look whether the address still answers as it must. */
		probe_series: Id | null
		/** Probes in a row that were not refused. */
		missed_probes: number
		enabled_at: Time | null
		/** Since when no event was taken. */
		failing_since: Time | null
	}
	/** Where applications want to hear of interactions. */
	interaction_endpoints: { application_id: Id; url: string; probe_series: Id | null; missed_probes: number }
	/** Events for applications: those still to be delivered, and the log of the others. */
	webhook_deliveries: {
		id: Id
		application_id: Id
		/** Deliveries of one lane go to the same address. */
		lane: string
		/** Null: the application's own endpoint. */
		target_url: string | null
		type: string
		/** The exact text that is sent. */
		body: string
		created_at: Time
		/** When the tries of now began: with the event, or when somebody asked for more of them. */
		begun_at: Time
		/** When it is tried next; while it is being tried, when that counts as lost. Null: it is over. */
		due_at: Time | null
		/** Since `begun_at`. */
		failures: number
		outcome: 'delivered' | 'failed' | 'dropped' | null
		/** A list of `Try`. */
		tries: Json
	}
	/** How many events of an application were taken and how many not, by ten minutes. */
	webhook_outcomes: { application_id: Id; bucket_at: Time; delivered: number; failed: number }

	/** What a bot has begun since its day began; a row that is over counts for nothing. */
	session_starts: { application_id: Id; count: number; day_ends_at: Time }
	applications: {
		id: Id
		name: string
		description: string
		icon: string | null
		owner_user_id: Id
		bot_user_id: Id | null
		public_key: string
		/** Private half of `public_key`, PKCS#8 in base64, sealed by the vault. */
		signing_key: string
		/** A list of `ClientSecret`. */
		secrets: Json
		is_public_client: Bool
		bot_public: Bool
		bot_require_code_grant: Bool
		flags: number
		redirect_uris: Json
		eligible_scopes: Json
		integration_types_config: Json
		/** What it says of itself: cover image, tags, install link. */
		settings: Generated<Json>
		social_terms_at: Time | null
		sku_id: Id | null
		created_at: Time
		/** Set where a team owns it. */
		team_id: Id | null
		/** The publisher's application that this one is below. */
		parent_application_id: Generated<Id | null>
		/** When it came below it. */
		adopted_at: Generated<Time | null>
		/** Set where the operator lifted the limits of development. */
		communication_approved_at: Generated<Time | null>
		/** Set while what is left of it is being cleared away. */
		deleted_at: Time | null
	}
	bot_tokens: { token_hash: string; application_id: Id; user_id: Id; created_at: Time }

	teams: { id: Id; name: string; owner_user_id: Id; created_at: Time }
	/** `state`: 1 invited, 2 accepted. The owner has no row. */
	team_members: { team_id: Id; user_id: Id; role: string; state: 1 | 2; invited_at: Time }
	/** Scopes that wait for the operator. */
	scope_requests: { application_id: Id; scope: string; reason: string; requested_by: Id; requested_at: Time }
	authorizations: {
		id: Id
		application_id: Id
		user_id: Id
		scopes: Json
		/** How the person installed it: 0 into a guild, 1 into their account. */
		integration_types: Generated<Json>
		created_at: Time
		updated_at: Time
		revoked_at: Time | null
		/** A `DeauthorizeCause`. */
		revoke_cause: string | null
	}
	authorize_requests: { hash: string; login_hash: string; params: Json; expires_at: Time }
	oauth_codes: {
		hash: string
		application_id: Id
		user_id: Id
		authorization_id: Id
		scopes: Json
		redirect_uri: string | null
		code_challenge: string | null
		nonce: string | null
		auth_time: Time
		expires_at: Time
		consumed_at: Time | null
		family_id: Id | null
		/** What comes about when the code is redeemed: a bot in a guild, a webhook in a channel. */
		install: Json | null
	}
	refresh_tokens: {
		hash: string
		family_id: Id
		authorization_id: Id
		application_id: Id
		user_id: Id
		scopes: Json
		issued_at: Time
		expires_at: Time
		consumed_at: Time | null
		successor_hash: string | null
		is_revoked: Generated<Bool>
		auth_time: Time
		/** The kind of access tokens it stands for: user, provisional. */
		kind: Generated<string>
	}
	access_tokens: {
		hash: string
		family_id: Id
		authorization_id: Id | null
		application_id: Id
		user_id: Id
		scopes: Json
		/** user, client, provisional, child. */
		kind: string
		issued_at: Time
		expires_at: Time
	}
	/** Devices that wait until a person types their code elsewhere. */
	device_codes: {
		hash: string
		/** Eight letters, without the hyphen. */
		user_code: string
		application_id: Id
		scopes: Json
		/** pending, granted, denied. What was exchanged for tokens is gone. */
		state: string
		/** Who typed the code last; once it is decided, who decided. */
		user_id: Id | null
		authorization_id: Id | null
		auth_time: Time | null
		interval_seconds: number
		/** Before this the device asks too often. */
		next_poll_at: Time
		/** Whether it did so the last time. */
		is_hasty: Generated<Bool>
		/** Where the device asked from, and what it said it is. */
		address: string
		user_agent: string
		created_at: Time
		expires_at: Time
	}
	/** Each stands once for a person's yes in the client on their machine. */
	rpc_tokens: { hash: string; application_id: Id; expires_at: Time }
	/** What an application's linked roles rest on: of the application its records, of a person their values. */
	role_connection_records: { application_id: Id; records: Json }
	role_connections: {
		application_id: Id
		user_id: Id
		platform_name: string | null
		platform_username: string | null
		metadata: Json
	}
	/** Who a player is elsewhere, as a game's provider says it, and whose account that is here. */
	external_identities: {
		id: Id
		application_id: Id
		/** An `ExternalAuthType`. */
		type: string
		/** Empty where the application itself vouches for its players. */
		issuer: string
		subject: string
		user_id: Id
		/** provisional, linked, restricted. */
		state: string
		/** Whom a restricted identity was linked to: it cannot be linked while they are banned. */
		restricted_for: Id | null
		created_at: Time
		updated_at: Time
	}
	/** What a game says of a player of its own. */
	identity_profiles: {
		application_id: Id
		user_id: Id
		/** What the game calls the player. */
		external_id: string
		username: string | null
		metadata: Json | null
		data: Json | null
		created_at: Time
		updated_at: Time
	}
	/** What goes over from one account to another, in small steps. */
	account_moves: {
		id: Id
		/** merge, unmerge. */
		kind: string
		application_id: Id
		from_user_id: Id
		to_user_id: Id
		/** The step that comes next, by its name, and how far it has come; "done" after the last. */
		step: string
		cursor: string | null
		/** Grows with everything that was done: a job that was ordered for an earlier turn has nothing left to do. */
		turn: number
		created_at: Time
		touched_at: Time
		done_at: Time | null
	}
	signing_keys: { kid: string; public_jwk: Json; private_jwk: Json; state: string; created_at: Time }

	guilds: {
		id: Id
		name: string
		owner_id: Id
		icon: string | null
		splash: string | null
		banner: string | null
		discovery_splash: string | null
		home_header: string | null
		description: string | null
		features: Json
		verification_level: number
		default_message_notifications: number
		explicit_content_filter: number
		afk_channel_id: Id | null
		afk_timeout: number
		system_channel_id: Id | null
		system_channel_flags: number
		rules_channel_id: Id | null
		public_updates_channel_id: Id | null
		safety_alerts_channel_id: Id | null
		preferred_locale: string
		nsfw_level: number
		mfa_level: number
		premium_progress_bar_enabled: Bool
		member_count: number
		created_at: Time
		/** What members may wear beside their names, with the hash of its picture. */
		tag: string | null
		tag_badge: string | null
	}
	roles: {
		id: Id
		guild_id: Id
		name: string
		color: number
		secondary_color: number | null
		tertiary_color: number | null
		is_hoisted: Bool
		icon: string | null
		unicode_emoji: string | null
		position: number
		/** Bits, decimal. */
		permissions: string
		is_managed: Bool
		is_mentionable: Bool
		flags: number
		/** The bot an integration role belongs to. */
		bot_id: Id | null
	}
	members: {
		guild_id: Id
		user_id: Id
		nick: string | null
		avatar: string | null
		banner: string | null
		bio: string | null
		joined_at: Time
		is_deaf: Bool
		is_mute: Bool
		flags: number
		timed_out_until: Time | null
		/** Out again when their last session has ended, unless somebody gives them a role. */
		is_temporary: Generated<Bool>
	}
	member_roles: { guild_id: Id; user_id: Id; role_id: Id }
	bans: { guild_id: Id; user_id: Id; reason: string | null; created_at: Time }
	/** Applications that were added to a guild, and by whom last. */
	installations: { guild_id: Id; application_id: Id; user_id: Id; scopes: Json; created_at: Time }
	/** Ways into guilds. */
	invites: {
		id: Id
		code: string
		guild_id: Id
		channel_id: Id
		inviter_id: Id | null
		max_age_seconds: number
		max_uses: number
		uses: number
		is_temporary: Bool
		target_type: number | null
		target_application_id: Id | null
		/** Ids of roles that one gets who comes in. */
		role_ids: Json
		/** Good for this user alone: what a lobby gave them. */
		bound_user_id: Id | null
		created_at: Time
		/** Null: for ever. */
		expires_at: Time | null
	}
	/** Lists of users that invites are for, and how far they are worked through. */
	invite_lists: {
		invite_id: Id
		/** Another list has another: jobs of the one before have nothing left to do. */
		revision: Id
		total: number
		processed: number
		/** Ids with a space between; empty once all are in `invite_users`. */
		user_ids: string
		created_at: Time
		completed_at: Time | null
	}
	invite_users: { invite_id: Id; user_id: Id }
	audit_log: {
		id: Id
		guild_id: Id
		user_id: Id | null
		target_id: string | null
		action_type: number
		changes: Json | null
		options: Json | null
		reason: string | null
	}

	channels: {
		id: Id
		/** The wire's `type`: 0 text, 1 DM, 2 voice, 3 group, 4 category, 5 announcement, 13 stage, 15 forum, 16 media. */
		type: number
		guild_id: Id | null
		parent_id: Id | null
		name: string | null
		topic: string | null
		position: number
		is_nsfw: Bool
		rate_limit_per_user: number
		bitrate: number | null
		user_limit: number | null
		rtc_region: string | null
		video_quality_mode: number | null
		default_auto_archive_duration: number | null
		/** What few types have: forum tags, default reaction, sort order, layout, thread slowmode. */
		settings: Json
		flags: number
		last_message_id: Id | null
		last_pin_at: Time | null
		owner_id: Id | null
		/** A DM's two users, `smaller:larger`, so that there is one for a pair. */
		direct_key: string | null
		created_at: Time
		/** The lobby that is linked to it: a `LinkedLobby`. */
		linked_lobby: Generated<Json | null>
	}
	channel_webhooks: {
		id: Id
		channel_id: Id
		guild_id: Id
		/** The application it was made for, or by. */
		application_id: Id | null
		/** Who made it. */
		user_id: Id
		name: string
		avatar: string | null
		/** Of its token; the token itself is not kept. */
		seed: string
		created_at: Time
	}
	overwrites: { channel_id: Id; target_id: Id; type: number; allow: string; deny: string }
	/** Who is in which voice channel: one row for a member of a guild. A node forgets those of its sessions when it starts. */
	voice_states: {
		guild_id: Id
		user_id: Id
		channel_id: Id
		/** The gateway session it was said in, and the node that holds that. */
		session_id: string
		node: number
		is_self_mute: Bool
		is_self_deaf: Bool
		/** Listens, and may not speak. */
		is_suppressed: Bool
		asked_to_speak_at: Time | null
	}
	/** Of voice channels that somebody was in, or that have a status. */
	voice_channels: {
		channel_id: Id
		guild_id: Id
		status: string | null
		/** When the first of those who are in it came. */
		started_at: Time | null
	}
	/** `has_written`: of people; whoever wrote to each other may again where they share a guild. */
	recipients: { channel_id: Id; user_id: Id; is_open: Bool; has_written: Generated<Bool> }
	/** Direct messages that only a game keeps, and not for long. */
	ephemeral_messages: { message_id: Id; channel_id: Id }
	/** What a game's moderation says of a direct message. */
	message_moderation: { message_id: Id; application_id: Id; metadata: Json }

	messages: {
		id: Id
		channel_id: Id
		author_id: Id
		type: number
		content: string
		flags: number
		is_tts: Bool
		mentions_everyone: Bool
		edited_at: Time | null
		pinned_at: Time | null
		/** What few messages have: mentions, embeds, reference, components, poll, snapshot. Null when it has none. */
		extra: Json | null
	}
	attachments: {
		id: Id
		message_id: Id
		channel_id: Id
		position: number
		filename: string
		title: string | null
		description: string | null
		content_type: string | null
		size: number
		width: number | null
		height: number | null
		flags: number
		duration_secs: number | null
		waveform: string | null
		/** Belongs to what a forward keeps of another message; may share its blob with the original. */
		is_snapshot: Bool
		blob_key: string
	}
	/** Blobs that are stored, or just being stored, before any other row names them. */
	staged_blobs: { key: string; expires_at: Time }
	reactions: { message_id: Id; emoji: string; user_id: Id; position: number; created_at: Time }
	/** What was sent with a nonce lately, for `enforce_nonce`. */
	nonces: { channel_id: Id; author_id: Id; nonce: string; message_id: Id; expires_at: Time }
	/** Until when somebody waits in a channel that is slowed down. */
	slowmodes: { channel_id: Id; user_id: Id; expires_at: Time }

	/** What a user is to another; both sides have a row, none where they are nothing to each other. */
	relationships: {
		user_id: Id
		other_id: Id
		/** Null: on the whole platform; else within this game. */
		application_id: Id | null
		/** The wire's. */
		type: 1 | 2 | 3 | 4
		since: Time
		/** Of requests to the user: of somebody with whom they have nobody and nothing in common; taken for spam. */
		is_stranger: Generated<Bool>
		is_spam: Generated<Bool>
	}
	/** Whose friend requests reach a user; without a row everybody's. */
	friend_sources: { user_id: Id; everyone: Bool; friends_of_friends: Bool; guilds: Bool }

	/** Pictures that activities name; the blob lies at `app-assets/{application_id}/{id}`. */
	application_assets: { id: Id; application_id: Id; name: string; type: number }
	/** Invites into activities and requests for one; the newest of each kind between two users in an application. */
	activity_invites: {
		receiver_id: Id
		sender_id: Id
		application_id: Id
		/** 1 an invite, 5 a request. */
		type: number
		message_id: Id
		/** Whose party it is about: the sender's session of an invite, the receiver's of a request. */
		session_id: string
		party_id: string
		is_accepted: Bool
		expires_at: Time
	}

	lobbies: {
		id: Id
		application_id: Id
		/** 1 for lobbies made by a secret, 0 for those an application's server made. */
		is_secret: Bool
		secret_hash: string | null
		secret_expires_at: Time | null
		metadata: Json | null
		flags: number
		idle_timeout_seconds: number
		/** Since when nobody is connected; null while somebody is. */
		idle_since: Time | null
		override_event_webhooks_url: string | null
		linked_channel_id: Id | null
		created_at: Time
	}
	lobby_members: {
		lobby_id: Id
		user_id: Id
		application_id: Id
		metadata: Json | null
		flags: number
		additional_name: string | null
		joined_at: Time
	}
	lobby_messages: {
		id: Id
		lobby_id: Id
		application_id: Id
		author_id: Id
		content: string
		flags: number
		metadata: Json | null
		moderation_metadata: Json | null
		additional_name: string | null
		/** As it was sent: a JSON string or number. */
		nonce: Json | null
		edited_at: Time | null
		/** The linked channel that it was written in, under the same id. */
		channel_id: Generated<Id | null>
		/** As whom a webhook wrote it there: a `LobbyAuthorFace`. */
		face: Generated<Json | null>
	}
	/** Sessions of players that are open, or may be resumed. A node forgets its own when it starts. */
	lobby_connections: { session_id: string; node: number; user_id: Id; application_id: Id }
}
