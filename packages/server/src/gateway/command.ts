import {
	type CloseName,
	checkOf,
	HeartbeatInput,
	IdentifyInput,
	OPCODES,
	PresenceInput,
	RequestChannelInfoInput,
	RequestMembersInput,
	RequestSoundsInput,
	ResumeInput,
	TakeAuthorizeRequestsInput,
	UpdateTokenInput,
	VoiceStateInput,
} from '@guildhall/protocol'

/** A frame of a client that is well-formed. */
export type Command =
	| { is: 'heartbeat' }
	| { is: 'identify'; d: IdentifyInput }
	| { is: 'presence'; d: PresenceInput }
	| { is: 'voice state'; d: VoiceStateInput }
	| { is: 'resume'; d: ResumeInput }
	| { is: 'members'; d: RequestMembersInput }
	| { is: 'sounds'; d: RequestSoundsInput }
	| { is: 'channel info'; d: RequestChannelInfoInput }
	| { is: 'token'; d: UpdateTokenInput }
	| { is: 'authorize requests'; d: TakeAuthorizeRequestsInput }

/** A frame that ends the connection. `op` where it could be read: what comes before Identify has a code of its own. */
export interface BadFrame {
	is: 'bad'
	close: CloseName
	op?: number
}

export type ClientFrame = Command | BadFrame

/** G3: the largest frame of a client, in bytes. */
const MOST_FRAME_BYTES = 4096

const shapes: Partial<Record<number, { is: Command['is']; check: ReturnType<typeof checkOf> }>> = {
	[OPCODES.heartbeat]: { is: 'heartbeat', check: checkOf(HeartbeatInput) },
	[OPCODES.identify]: { is: 'identify', check: checkOf(IdentifyInput) },
	[OPCODES.presenceUpdate]: { is: 'presence', check: checkOf(PresenceInput) },
	[OPCODES.voiceStateUpdate]: { is: 'voice state', check: checkOf(VoiceStateInput) },
	[OPCODES.resume]: { is: 'resume', check: checkOf(ResumeInput) },
	[OPCODES.requestGuildMembers]: { is: 'members', check: checkOf(RequestMembersInput) },
	[OPCODES.requestSoundboardSounds]: { is: 'sounds', check: checkOf(RequestSoundsInput) },
	[OPCODES.requestChannelInfo]: { is: 'channel info', check: checkOf(RequestChannelInfoInput) },
	[OPCODES.updateToken]: { is: 'token', check: checkOf(UpdateTokenInput) },
	[OPCODES.takeAuthorizeRequests]: { is: 'authorize requests', check: checkOf(TakeAuthorizeRequestsInput) },
}

/** Reads a frame (G3) in its encoding. Fields the gateway does not know are ignored. */
export function readFrame(bytes: Buffer, read: (bytes: Buffer) => unknown): ClientFrame {
	if (bytes.length > MOST_FRAME_BYTES) return bad('decodeError')
	let frame: unknown
	try {
		frame = read(bytes)
	} catch {
		return bad('decodeError')
	}
	if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return bad('decodeError')
	const { op, d } = frame as { op?: unknown; d?: unknown }
	if (typeof op !== 'number' || !Number.isInteger(op)) return bad('decodeError')
	const shape = shapes[op]
	if (!shape) return bad('unknownOpcode', op)
	const given = d === undefined && shape.is === 'heartbeat' ? null : d
	if (!shape.check.accepts(given)) return bad('decodeError', op)
	return (shape.is === 'heartbeat' ? { is: 'heartbeat' } : { is: shape.is, d: given }) as Command
}

function bad(close: CloseName, op?: number): BadFrame {
	return op === undefined ? { is: 'bad', close } : { is: 'bad', close, op }
}
