import { heldBy } from '../core/object.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { ClientStatus, ClientThread, type LoggingSeverity } from '../enums/clients.ts'
import { AudioDevice } from '../voice/audio-device.ts'
import { Call } from '../voice/call.ts'
import { checkFlag, within } from '../voice/check.ts'
import { noVoice } from '../voice/no-voice.ts'
import type {
	DeviceChangeCallback,
	EndCallCallback,
	EndCallsCallback,
	GetCurrentInputDeviceCallback,
	GetCurrentOutputDeviceCallback,
	GetInputDevicesCallback,
	GetOutputDevicesCallback,
	LogCallback,
	NoAudioInputCallback,
	OrNone,
	SetInputDeviceCallback,
	SetOutputDeviceCallback,
	UserAudioCapturedCallback,
	UserAudioReceivedCallback,
	VoiceParticipantChangedCallback,
} from './callbacks.ts'
import { MessageCalls } from './message-calls.ts'
import { noEffect } from './no-effect.ts'
import { type CallOptions, finish, type Last, operate } from './operation.ts'

/**
 * What a client does about voice. This SDK carries no sound yet: calls are invalid and devices none, while settings are
 * checked and kept for the calls that will come.
 */
export abstract class VoiceCalls extends MessageCalls {
	/** The id that stands for whatever device the system uses. */
	static GetDefaultAudioDeviceId(): string {
		return 'default'
	}

	/** Begins the call of a lobby, or joins it. Gives an invalid object where the player is in it already, or there is no voice. */
	StartCall(channelId: SnowflakeLike): Call {
		const { voiceLog } = heldBy(this)
		voiceLog.error(`The call of ${toSnowflake(channelId, 'channelId')} cannot begin: this SDK carries no voice yet`)
		return Call.nullobj
	}

	/**
	 * The same, with taps on what is heard and on what is said. They run on the path of the sound, not by `RunCallbacks`: samples
	 * may be changed where they lie, and `outShouldMute` keeps a user from being heard.
	 */
	StartCallWithAudioCallbacks(
		lobbyId: SnowflakeLike,
		receivedCb: UserAudioReceivedCallback,
		capturedCb: UserAudioCapturedCallback,
	): Call {
		heldBy(this)
		for (const tap of [receivedCb, capturedCb]) {
			if (typeof tap !== 'function') throw new TypeError('StartCallWithAudioCallbacks: two functions are needed')
		}
		return this.StartCall(lobbyId)
	}

	/** Leaves the call of a lobby. `Call` objects of it are dead from then on. */
	EndCall(channelId: SnowflakeLike, callback: EndCallCallback): void
	EndCall(channelId: SnowflakeLike, options?: CallOptions): Promise<void>
	EndCall(_channelId: SnowflakeLike, last: EndCallCallback | CallOptions | undefined) {
		return finish<void>(this, last, undefined)
	}

	/** Leaves all calls. */
	EndCalls(callback: EndCallsCallback): void
	EndCalls(options?: CallOptions): Promise<void>
	EndCalls(last?: EndCallsCallback | CallOptions) {
		return finish<void>(this, last, undefined)
	}

	/** The call of a lobby that the player is in; an invalid object where there is none. */
	GetCall(channelId: SnowflakeLike): Call {
		heldBy(this)
		toSnowflake(channelId, 'channelId')
		return Call.nullobj
	}

	/** All calls that the player is in. */
	GetCalls(): Call[] {
		heldBy(this)
		return []
	}

	/** Called when a member comes into the call of a lobby or leaves it, whether the player is in it or not. */
	SetVoiceParticipantChangedCallback(cb: OrNone<VoiceParticipantChangedCallback>): void {
		heldBy(this).events.set('voiceParticipantChanged', cb)
	}

	/** The microphones. */
	GetInputDevices(cb: GetInputDevicesCallback): void
	GetInputDevices(options?: CallOptions): Promise<AudioDevice[]>
	GetInputDevices(last?: GetInputDevicesCallback | CallOptions) {
		return finish<AudioDevice[]>(this, last, [])
	}

	/** The speakers. */
	GetOutputDevices(cb: GetOutputDevicesCallback): void
	GetOutputDevices(options?: CallOptions): Promise<AudioDevice[]>
	GetOutputDevices(last?: GetOutputDevicesCallback | CallOptions) {
		return finish<AudioDevice[]>(this, last, [])
	}

	/** The microphone in use; an invalid object where there is none. */
	GetCurrentInputDevice(cb: GetCurrentInputDeviceCallback): void
	GetCurrentInputDevice(options?: CallOptions): Promise<AudioDevice>
	GetCurrentInputDevice(last?: GetCurrentInputDeviceCallback | CallOptions) {
		return finish<AudioDevice>(this, last, AudioDevice.nullobj)
	}

	/** The speaker in use; an invalid object where there is none. */
	GetCurrentOutputDevice(cb: GetCurrentOutputDeviceCallback): void
	GetCurrentOutputDevice(options?: CallOptions): Promise<AudioDevice>
	GetCurrentOutputDevice(last?: GetCurrentOutputDeviceCallback | CallOptions) {
		return finish<AudioDevice>(this, last, AudioDevice.nullobj)
	}

	/** Uses another microphone, by the `Id` of its `AudioDevice`. */
	SetInputDevice(deviceId: string, cb: SetInputDeviceCallback): void
	SetInputDevice(deviceId: string, options?: CallOptions): Promise<void>
	SetInputDevice(_deviceId: string, last: Last<SetInputDeviceCallback>) {
		return operate(this, last, 'SetInputDevice', [], async (): Promise<void> => noVoice())
	}

	/** Uses another speaker, by the `Id` of its `AudioDevice`. */
	SetOutputDevice(deviceId: string, cb: SetOutputDeviceCallback): void
	SetOutputDevice(deviceId: string, options?: CallOptions): Promise<void>
	SetOutputDevice(_deviceId: string, last: Last<SetOutputDeviceCallback>) {
		return operate(this, last, 'SetOutputDevice', [], async (): Promise<void> => noVoice())
	}

	/** Called with all devices when one comes or goes. */
	SetDeviceChangeCallback(callback: OrNone<DeviceChangeCallback>): void {
		heldBy(this).events.set('deviceChanged', callback)
	}

	/** How loud the microphone is, 0 to 100 percent; 100 unless set. */
	GetInputVolume(): number {
		return heldBy(this).audio.inputVolume
	}

	/** Sets how loud the microphone is, 0 to 100 percent; a `RangeError` beyond. */
	SetInputVolume(inputVolume: number): void {
		heldBy(this).audio.inputVolume = within(inputVolume, 0, 100, 'inputVolume')
	}

	/** How loud others are, 0 to 200 percent; 100 unless set. */
	GetOutputVolume(): number {
		return heldBy(this).audio.outputVolume
	}

	/** Sets how loud others are, 0 to 200 percent; a `RangeError` beyond. */
	SetOutputVolume(outputVolume: number): void {
		heldBy(this).audio.outputVolume = within(outputVolume, 0, 200, 'outputVolume')
	}

	/** Whether the player's microphone is closed in all calls. */
	GetSelfMuteAll(): boolean {
		return heldBy(this).audio.isMute
	}

	/** Closes the player's microphone in all calls, whatever is set for one of them. */
	SetSelfMuteAll(mute: boolean): void {
		heldBy(this).audio.isMute = checkFlag(mute, 'mute')
	}

	/** Whether the player hears nobody, and is heard by nobody, in all calls. */
	GetSelfDeafAll(): boolean {
		return heldBy(this).audio.isDeaf
	}

	/** Stops the sound of all calls and closes the microphone, whatever is set for one of them. */
	SetSelfDeafAll(deaf: boolean): void {
		heldBy(this).audio.isDeaf = checkFlag(deaf, 'deaf')
	}

	/** Takes the echo of the speakers out of the microphone; on unless set. */
	SetEchoCancellation(on: boolean): void {
		heldBy(this).audio.echoCancellation = checkFlag(on, 'on')
	}

	/** Takes steady noise out of the microphone; on unless set. */
	SetNoiseSuppression(on: boolean): void {
		heldBy(this).audio.noiseSuppression = checkFlag(on, 'on')
	}

	/** Takes all but voices out of the microphone, in place of noise suppression; off unless set. */
	SetNoiseCancellation(on: boolean): void {
		heldBy(this).audio.noiseCancellation = checkFlag(on, 'on')
	}

	/** Evens out how loud the microphone is; on unless set. */
	SetAutomaticGainControl(on: boolean): void {
		heldBy(this).audio.automaticGainControl = checkFlag(on, 'on')
	}

	/** Below how many dBFS a microphone counts as silent, -100 to 100; -100, unless set, never. A `RangeError` beyond. */
	SetNoAudioInputThreshold(dBFSThreshold: number): void {
		heldBy(this).audio.noInputThreshold = within(dBFSThreshold, -100, 100, 'dBFSThreshold')
	}

	/** Called when the microphone falls below that threshold, or rises above it. */
	SetNoAudioInputCallback(callback: OrNone<NoAudioInputCallback>): void {
		heldBy(this).events.set('noAudioInput', callback)
	}

	/** Allows the machine's own encoder and decoder; on unless set. Only right after construction: later it is an error in the log. */
	SetOpusHardwareCoding(encode: boolean, decode: boolean): void {
		const isLate = this.GetStatus() !== ClientStatus.Disconnected
		checkFlag(encode, 'encode')
		checkFlag(decode, 'decode')
		if (isLate) heldBy(this).voiceLog.error('SetOpusHardwareCoding: too late')
		else noEffect(this, 'SetOpusHardwareCoding')
	}

	/** Leaves the routing of sound to the engine, on phones. Call it before the first call. */
	SetEngineManagedAudioSession(isEngineManaged: boolean): void {
		noEffect(this, 'SetEngineManagedAudioSession')
		checkFlag(isEngineManaged, 'isEngineManaged')
	}

	/** Records what the echo canceller hears and makes of it into the directory of the log. */
	SetAecDump(on: boolean): void {
		noEffect(this, 'SetAecDump')
		checkFlag(on, 'on')
	}

	/**
	 * Uses the loudspeaker of a phone. False: there is none to choose here.
	 *
	 * @deprecated The system's own picker chooses: `ShowAudioRoutePicker`.
	 */
	SetSpeakerMode(speakerMode: boolean): boolean {
		const isSet = noEffect(this, 'SetSpeakerMode')
		checkFlag(speakerMode, 'speakerMode')
		return isSet
	}

	/** Shows the system's picker of devices, on phones of one maker. False: there is none here. */
	ShowAudioRoutePicker(): boolean {
		return noEffect(this, 'ShowAudioRoutePicker')
	}

	/** Sets the priority of a thread of the SDK, of which there are none here. */
	SetThreadPriority(thread: ClientThread, priority: number): void {
		noEffect(this, 'SetThreadPriority')
		if (!Object.values(ClientThread).includes(thread)) throw new RangeError('thread: a ClientThread is needed')
		if (!Number.isInteger(priority)) throw new RangeError('priority: a whole number is needed')
	}

	/** Adds a listener of what voice logs; call it right after construction. Secrets never reach it. */
	AddVoiceLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
		const { voiceLog } = heldBy(this)
		if (typeof callback !== 'function') throw new TypeError('AddVoiceLogCallback: a function is needed')
		voiceLog.add(callback, minSeverity)
	}

	/** Writes what voice logs to files in a directory. None are written here. */
	SetVoiceLogDir(path: string, _minSeverity: LoggingSeverity): void {
		noEffect(this, 'SetVoiceLogDir')
		if (typeof path !== 'string') throw new TypeError('path: text is needed')
	}
}
