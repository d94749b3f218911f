import type { OrNone } from '../client/callbacks.ts'
import { Copyable, heldBy, invalid } from '../core/object.ts'
import { onlyMadeHere } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import { type AudioModeType, CallError, CallStatus } from '../enums/audio.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import type { VADThresholdSettings } from './vad-threshold-settings.ts'
import type { VoiceStateHandle } from './voice-state-handle.ts'

type VoiceStateChanged = (userId: Snowflake) => void
type ParticipantChanged = (userId: Snowflake, added: boolean) => void
type SpeakingStatusChanged = (userId: Snowflake, isPlayingSound: boolean) => void
type CallStatusChanged = (status: CallStatus, error: CallError, errorDetail: number) => void

/**
 * A call of a lobby that the player is in. It is dead once the call was ended. This SDK carries no voice yet: every call
 * that `Client` gives is invalid, and everything but `isValid`, `copy` and `move` throws a `TypeError` then.
 */
export class Call extends Copyable<object> {
	/** The enum of what a change of status is due to. */
	static readonly Error: typeof CallError = CallError
	/** The enum of statuses. */
	static readonly Status: typeof CallStatus = CallStatus
	static override readonly name = 'Call'
	static readonly nullobj: Call = invalid(Call)

	/** The name of a `CallError`, `unknown` for what is none. */
	static ErrorToString(type: Call.Error): string {
		return EnumToString(CallError, type)
	}

	/** The name of a `CallStatus`, `unknown` for what is none. */
	static StatusToString(type: Call.Status): string {
		return EnumToString(CallStatus, type)
	}

	private constructor(...given: ConstructorParameters<typeof Copyable<object>>) {
		onlyMadeHere(new.target, given[0])
		super(...given)
	}

	/** How the microphone opens. */
	GetAudioMode(): AudioModeType {
		return control(this).GetAudioMode()
	}

	/** The id of the lobby. */
	GetChannelId(): Snowflake {
		return control(this).GetChannelId()
	}

	/** The id of the lobby, as `GetChannelId`. */
	GetGuildId(): Snowflake {
		return control(this).GetGuildId()
	}

	/** Whether somebody is muted for the player alone. */
	GetLocalMute(userId: SnowflakeLike): boolean {
		return control(this).GetLocalMute(userId)
	}

	/** The user ids of everybody in the call. */
	GetParticipants(): Snowflake[] {
		return control(this).GetParticipants()
	}

	/** How loud somebody is for the player alone, 0 to 200 percent; 100 unless set. */
	GetParticipantVolume(userId: SnowflakeLike): number {
		return control(this).GetParticipantVolume(userId)
	}

	/** Whether the key to talk is held. */
	GetPTTActive(): boolean {
		return control(this).GetPTTActive()
	}

	/** For how many milliseconds the microphone stays open after the key to talk was let go; 0 unless set. */
	GetPTTReleaseDelay(): number {
		return control(this).GetPTTReleaseDelay()
	}

	/** Whether the player hears nobody, and is heard by nobody, in this call. */
	GetSelfDeaf(): boolean {
		return control(this).GetSelfDeaf()
	}

	/** Whether the player's microphone is closed in this call. */
	GetSelfMute(): boolean {
		return control(this).GetSelfMute()
	}

	/** Only a call that is Connected carries sound. */
	GetStatus(): CallStatus {
		return control(this).GetStatus()
	}

	/** When the microphone opens by itself. */
	GetVADThreshold(): VADThresholdSettings {
		return control(this).GetVADThreshold()
	}

	/** How somebody takes part, `undefined` for who is not in the call. */
	GetVoiceStateHandle(userId: SnowflakeLike): VoiceStateHandle | undefined {
		return control(this).GetVoiceStateHandle(userId)
	}

	/** Chooses whether the microphone opens by itself or by a key. */
	SetAudioMode(audioMode: AudioModeType): void {
		control(this).SetAudioMode(audioMode)
	}

	/** Mutes somebody for the player alone. */
	SetLocalMute(userId: SnowflakeLike, mute: boolean): void {
		control(this).SetLocalMute(userId, mute)
	}

	/** Called when somebody in the call becomes mute or deaf, or is it no longer. */
	SetOnVoiceStateChangedCallback(cb: OrNone<VoiceStateChanged>): void {
		control(this).SetOnVoiceStateChangedCallback(cb)
	}

	/** Called when somebody comes into the call or leaves it. */
	SetParticipantChangedCallback(cb: OrNone<ParticipantChanged>): void {
		control(this).SetParticipantChangedCallback(cb)
	}

	/** Sets how loud somebody is for the player alone, 0 to 200 percent. */
	SetParticipantVolume(userId: SnowflakeLike, volume: number): void {
		control(this).SetParticipantVolume(userId, volume)
	}

	/** Says that the key to talk is held, or let go. Which key it is is the game's choice. */
	SetPTTActive(active: boolean): void {
		control(this).SetPTTActive(active)
	}

	/** Sets for how many milliseconds the microphone stays open after the key to talk was let go; 20 is a good choice. */
	SetPTTReleaseDelay(releaseDelayMs: number): void {
		control(this).SetPTTReleaseDelay(releaseDelayMs)
	}

	/** Stops the sound of this call, and closes the player's microphone. */
	SetSelfDeaf(deaf: boolean): void {
		control(this).SetSelfDeaf(deaf)
	}

	/** Closes the player's microphone in this call. */
	SetSelfMute(mute: boolean): void {
		control(this).SetSelfMute(mute)
	}

	/** Called when somebody begins or ceases to be heard. */
	SetSpeakingStatusChangedCallback(cb: OrNone<SpeakingStatusChanged>): void {
		control(this).SetSpeakingStatusChangedCallback(cb)
	}

	/** Called whenever the status of the call is another. */
	SetStatusChangedCallback(cb: OrNone<CallStatusChanged>): void {
		control(this).SetStatusChangedCallback(cb)
	}

	/** Has the threshold found from what is heard, or sets it: -100 to 0 dB, -60 unless set. */
	SetVADThreshold(automatic: boolean, threshold: number): void {
		control(this).SetVADThreshold(automatic, threshold)
	}
}

export declare namespace Call {
	type Error = CallError
	type Status = CallStatus
	type OnVoiceStateChanged = VoiceStateChanged
	type OnParticipantChanged = ParticipantChanged
	type OnSpeakingStatusChanged = SpeakingStatusChanged
	type OnStatusChanged = CallStatusChanged
}

/** What carries the sound does what the call is asked for. */
function control(call: Call): Omit<Call, keyof Copyable<object>> {
	return heldBy(call) as Call
}
