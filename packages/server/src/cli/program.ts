import { Command, CommanderError } from 'commander'
import { SETTINGS, type Settings, settingsOf } from '../config.ts'
import { type Command as CommandName, flagOf, SettingProblem } from '../settings.ts'
import { type Machine, Refusal } from './machine.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'
import { sentenceOf } from './sentences.ts'
import { VERSION } from './version.ts'

export interface Declared {
	name: CommandName
	says: string
	/** `<username>`, with a sentence each. */
	words?: readonly (readonly [string, string])[]
	/** Flags of this command alone, which are no settings. */
	options?: readonly (readonly [string, string])[]
	/** Loaded only when it is called, so that every other one starts sooner. */
	load(): Promise<(machine: Machine, settings: Settings, call: Call) => Promise<void>>
}

/** What was typed besides settings. */
export interface Call {
	words: readonly string[]
	options: Readonly<Record<string, unknown>>
}

const COMMANDS: readonly Declared[] = [
	{
		name: 'dev',
		says: 'Runs a development server with a demo studio in it, and a control to move its clock.',
		options: [['--fresh', 'remove what an earlier server left in the data directory, and begin anew']],
		load: async () => (await import('./dev.ts')).dev,
	},
	{
		name: 'serve',
		says: 'Runs a server for players.',
		load: async () => (await import('./serve.ts')).serve,
	},
	{
		name: 'migrate',
		says: "Brings a store to this server's version.",
		load: async () => (await import('./migrate.ts')).migrate,
	},
	{
		name: 'user create',
		says: 'Makes an account and prints its password once.',
		words: [['<username>', '2 to 32 of a–z, 0–9, `_` and `.`']],
		options: [
			['--email <address>', 'their address, taken as verified'],
			['--display-name <name>', 'the name that is shown'],
		],
		load: async () => (await import('./create.ts')).createPerson,
	},
	{
		name: 'app create',
		says: 'Makes an application with its bot and prints its credentials once.',
		words: [['<name>', 'the name of the application']],
		options: [
			['--owner <username>', 'whose it is (required)'],
			['--redirect-uri <uri...>', 'where sign-in may lead'],
			['--social', 'its owner accepts the terms of the social layer'],
		],
		load: async () => (await import('./create.ts')).createApp,
	},
	{
		name: 'fixture',
		says: 'Prints the path of the file that tells tests how to reach the demo studio.',
		options: [['--print', 'print what is in it']],
		load: async () => (await import('./fixture.ts')).fixture,
	},
	...OPERATOR_COMMANDS,
]

/** Runs what was typed. Answers the exit code; everything expected that goes wrong is one sentence on standard error. */
export async function runProgram(argv: readonly string[], machine: Machine): Promise<number> {
	const program = new Command('guildhall')
		.description('A self-hostable social platform for games.')
		.version(VERSION)
		.exitOverride()
	for (const declared of COMMANDS) add(program, declared, machine)
	try {
		await program.parseAsync([...argv], { from: 'user' })
		return 0
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode
		const sentence = error instanceof Refusal || error instanceof SettingProblem ? error.message : sentenceOf(error)
		for (const line of (sentence ?? stackOf(error)).split('\n')) machine.complain(`guildhall: ${line}`)
		return 1
	}
}

function add(program: Command, declared: Declared, machine: Machine): void {
	const path = declared.name.split(' ')
	const last = path.pop() as string
	const parent = path.reduce((command, word) => group(command, word), program)
	const command = parent.command(last).description(declared.says).exitOverride()
	for (const [word, says] of declared.words ?? []) command.argument(word, says)
	const settings = Object.entries(SETTINGS).filter(([, { commands }]) =>
		(commands as readonly CommandName[]).includes(declared.name),
	)
	for (const [, setting] of settings) {
		if (setting.isSecret) continue
		const fallback = setting.fallback(declared.name)
		const shown = fallback === undefined ? '' : ` (${setting.env}, else ${String(fallback) || 'none'})`
		command.option(`${flagOf(setting)} <value>`, `${setting.says}${shown || ` (${setting.env})`}`)
	}
	for (const [flags, says] of declared.options ?? []) command.option(flags, says)
	command.action(async () => {
		const options = command.opts<Record<string, unknown>>()
		const flags = Object.fromEntries(
			settings.map(([name, setting]) => [name, options[camel(flagOf(setting))] as string | undefined]),
		)
		const run = await declared.load()
		await run(machine, settingsOf(declared.name, { env: machine.env, flags }), { words: command.args, options })
	})
}

function group(parent: Command, word: string): Command {
	const known = parent.commands.find((command) => command.name() === word)
	return known ?? parent.command(word).description(`Commands about ${word}s.`).exitOverride()
}

function camel(flag: string): string {
	return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
