/** Kind of an activity invite. */
export const ActivityActionTypes = {
	/** No or unknown kind. */
	Invalid: 0,
	/** Sender invites the receiver into the sender's party. */
	Join: 1,
	/** Sender asks to be admitted into the receiver's party. */
	JoinRequest: 5,
} as const
export type ActivityActionTypes = (typeof ActivityActionTypes)[keyof typeof ActivityActionTypes]

/** Joinability of the current user's party. */
export const ActivityPartyPrivacy = {
	/** Default and the value always seen on other users; joining needs an accepted request. */
	Private: 0,
	/** Friends or people in the same voice channel may be able to join directly, subject to the user's account privacy settings. */
	Public: 1,
} as const
export type ActivityPartyPrivacy = (typeof ActivityPartyPrivacy)[keyof typeof ActivityPartyPrivacy]

/** Verb of a presence card. */
export const ActivityTypes = {
	/** The normal value for games. */
	Playing: 0,
	/** Live streaming; not settable over RPC. */
	Streaming: 1,
	/** Listening to audio. */
	Listening: 2,
	/** Watching video. */
	Watching: 3,
	/** User-authored status; not settable by games. */
	CustomStatus: 4,
	/** Taking part in a competition. */
	Competing: 5,
	/** Voice hang-out status; not settable by games. */
	HangStatus: 6,
} as const
export type ActivityTypes = (typeof ActivityTypes)[keyof typeof ActivityTypes]

/** Which text of the activity becomes the one-line status. */
export const StatusDisplayTypes = {
	/** Application/activity name (default). */
	Name: 0,
	/** State field. */
	State: 1,
	/** Details field. */
	Details: 2,
} as const
export type StatusDisplayTypes = (typeof StatusDisplayTypes)[keyof typeof StatusDisplayTypes]

/** Bit set of platforms on which an invite can be accepted. Values are bits, combined with `|`. */
export const ActivityGamePlatforms = {
	/** PC/Mac/Linux. */
	Desktop: 1,
	/** Xbox family. */
	Xbox: 2,
	/** Samsung launcher. */
	Samsung: 4,
	IOS: 8,
	Android: 16,
	/** In-client embedded app. */
	Embedded: 32,
	/** PlayStation 4. */
	PS4: 64,
	/** PlayStation 5. */
	PS5: 128,
} as const
export type ActivityGamePlatforms = (typeof ActivityGamePlatforms)[keyof typeof ActivityGamePlatforms]
