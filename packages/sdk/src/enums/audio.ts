/** Mobile audio back end. */
export const AudioSystem = {
	/** Voice-processing streams (default). */
	Standard: 0,
	/** Media streams; experimental, iOS 18.2+ with cancelled input, and Android. */
	Game: 1,
} as const
export type AudioSystem = (typeof AudioSystem)[keyof typeof AudioSystem]

/** How the microphone opens in a call. */
export const AudioModeType = {
	/** Not set up yet. */
	MODE_UNINIT: 0,
	/** Voice activity detection. */
	MODE_VAD: 1,
	/** Push to talk. */
	MODE_PTT: 2,
} as const
export type AudioModeType = (typeof AudioModeType)[keyof typeof AudioModeType]

/** Reason given with a call status change. */
export const CallError = {
	None: 0,
	/** Voice signalling socket could not be opened. */
	SignalingConnectionFailed: 1,
	/** Voice signalling socket closed unexpectedly. */
	SignalingUnexpectedClose: 2,
	/** Media path could not be established. */
	VoiceConnectionFailed: 3,
	/** Server did not answer the join in time. */
	JoinTimeout: 4,
	/** User may not join. */
	Forbidden: 5,
} as const
export type CallError = (typeof CallError)[keyof typeof CallError]

/** Connection state of a call. */
export const CallStatus = {
	/** Not connected; terminal unless the call is started again. */
	Disconnected: 0,
	/** Asked the main gateway to join, waiting for a voice server. */
	Joining: 1,
	/** Opening the voice signalling socket. */
	Connecting: 2,
	/** Signalling up, media path pending. */
	SignalingConnected: 3,
	/** Audio flows; the only usable state. */
	Connected: 4,
	/** Lost, automatic retry running. */
	Reconnecting: 5,
	/** Leaving. */
	Disconnecting: 6,
} as const
export type CallStatus = (typeof CallStatus)[keyof typeof CallStatus]
