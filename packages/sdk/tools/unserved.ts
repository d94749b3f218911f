/**
 * The table in the README of what needs a voice engine or the platform's local client: what becomes of each operation is
 * found out by calling it on a platform in memory.
 */
import { LocalClientCalls } from '../src/client/local-client-calls.ts'
import { VoiceCalls } from '../src/client/voice-calls.ts'
import { Client, EnumToString, ErrorType, SocialSdkError } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'

/** They do what they say; what SetShowingChat asks for is so (direct-messages.md DM14). */
const SERVED = new Set([
	'AddVoiceLogCallback',
	'CanOpenMessageInPlatform',
	'SetShowingChat',
	'SetVoiceParticipantChangedCallback',
])

/** What to call them with, where it is not nothing. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
	StartCall: [1],
	StartCallWithAudioCallbacks: [1, () => {}, () => {}],
	EndCall: [1],
	GetCall: [1],
	SetInputDevice: ['default'],
	SetOutputDevice: ['default'],
	SetDeviceChangeCallback: [() => {}],
	SetNoAudioInputCallback: [() => {}],
	SetInputVolume: [50],
	SetOutputVolume: [50],
	SetSelfMuteAll: [true],
	SetSelfDeafAll: [true],
	SetEchoCancellation: [true],
	SetNoiseSuppression: [true],
	SetNoiseCancellation: [true],
	SetAutomaticGainControl: [true],
	SetNoAudioInputThreshold: [-60],
	SetOpusHardwareCoding: [true, true],
	SetEngineManagedAudioSession: [true],
	SetAecDump: [true],
	SetSpeakerMode: [true],
	SetThreadPriority: [0, 1],
	SetVoiceLogDir: ['', 1],
	GetPlatformClientConnectedUser: [1],
	RegisterLaunchCommand: [1, ''],
	RegisterLaunchSteamApplication: [1, 1],
}

/** In the order of the table. */
const OUTCOMES = {
	RPCError: 'ends with a result of type `RPCError`',
	Disabled: 'ends with a result of type `Disabled`',
	invalid: 'gives an object that is not valid',
	empty: 'gives an empty list',
	false: 'gives `false`',
	done: 'ends at once: there is nothing to end',
	kept: 'checks and keeps the value, for the voice that will come, and answers with it',
	silent: 'keeps the listener, which nothing calls yet',
	logged: 'checks the value, and has no effect: a line in the log says so once',
} as const

type Outcome = keyof typeof OUTCOMES

/** Every operation that has no service yet, by what becomes of it. */
export async function unserved(): Promise<Map<Outcome, string[]>> {
	const found = new Map<Outcome, string[]>(Object.keys(OUTCOMES).map((outcome) => [outcome as Outcome, []]))
	for (const calls of [LocalClientCalls, VoiceCalls]) {
		for (const name of Object.getOwnPropertyNames(calls.prototype)) {
			if (name !== 'constructor' && !SERVED.has(name)) found.get(await outcomeOf(name))?.push(name)
		}
	}
	return found
}

/** As the formatter has tables: every cell of a column is as wide as the widest. */
export async function unservedTable(): Promise<string> {
	const found = [...(await unserved())].flatMap(([outcome, names]) =>
		names.map((name) => [`\`${name}\``, OUTCOMES[outcome]] as const),
	)
	const rows = [['Operation', 'What becomes of it'], ...found]
	const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
	const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
	const [head = [], ...body] = rows.map(line)
	return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

async function outcomeOf(name: string): Promise<Outcome> {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	alice.asks(bob, 'platform')
	bob.asks(alice, 'platform')
	// Before it is connected: some settings can only be made then.
	using client = name === 'OpenMessageInPlatform' ? await platform.play(alice) : new Client(platform.options())
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), 3)
	const args = name === 'OpenMessageInPlatform' ? [bob.writes(alice, 'hi'), () => {}] : (ARGUMENTS[name] ?? [])
	await platform.settled()
	try {
		const given = await (client as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]?.(...args)
		return outcome(name, given, lines)
	} catch (error) {
		if (error instanceof SocialSdkError) return EnumToString(ErrorType, error.type) as Outcome
		throw error
	}
}

function outcome(name: string, given: unknown, lines: string[]): Outcome {
	if (Array.isArray(given)) return 'empty'
	if (given === false && !/^Get/.test(name)) return 'false'
	if (typeof given === 'object' && given !== null && 'isValid' in given) return 'invalid'
	if (/^End/.test(name)) return 'done'
	if (/Callback$/.test(name)) return 'silent'
	return lines.some((line) => line.includes(name)) ? 'logged' : 'kept'
}
