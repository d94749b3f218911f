/** The words settings are declared in, and how they are read. What there is to set stands in config.ts. */

/** Commands of operators, which act through a running server where there is one. */
export const OPERATE = [
	...(['user list', 'user show', 'user ban', 'user unban', 'user verify', 'user reset-password'] as const),
	...([
		'app list',
		'app show',
		'app approve-scope',
		'app revoke-scope',
		'app accept-terms',
		'app withdraw-terms',
	] as const),
	...(['app verify', 'app unverify', 'app approve-intent', 'app revoke-intent'] as const),
	...([
		'app approve-communication',
		'app revoke-communication',
		'app add-tester',
		'app remove-tester',
		'app set-parent',
	] as const),
	...(['gateway show', 'gateway drain', 'gateway open'] as const),
	'operator log',
] as const

export type Command = 'dev' | 'serve' | 'migrate' | 'user create' | 'app create' | 'fixture' | (typeof OPERATE)[number]

/** One thing that can be set: by its variable, and by the flag that follows from it unless it is secret. */
export interface Setting<T> {
	env: string
	/** What it is for, a sentence. */
	says: string
	/** What it may be, for the documentation and for complaints: "a whole number from 0 to 65535". */
	kind: string
	commands: readonly Command[]
	/** Never a flag, never printed. */
	isSecret: boolean
	/** What holds where nothing is set; undefined where there is nothing. */
	fallback(command: Command): T | undefined
	/** @throws SettingProblem */
	read(text: string): T
}

export interface Said<T> {
	env: string
	says: string
	commands: readonly Command[]
	/** One value, or one for each command where they differ. */
	default?: T | { [C in Command]?: T }
	isSecret?: boolean
}

/** A setting that holds something that cannot be. The message is a sentence for whoever set it. */
export class SettingProblem extends Error {}

function setting<T extends string | number | boolean | readonly string[]>(
	said: Said<T>,
	kind: string,
	parse: (text: string) => T | undefined,
): Setting<T> {
	const { env, says, commands, isSecret = false, default: fallback } = said
	return {
		env,
		says,
		kind,
		commands,
		isSecret,
		fallback: (command) =>
			typeof fallback === 'object' && !Array.isArray(fallback)
				? (fallback as { [C in Command]?: T })[command]
				: (fallback as T | undefined),
		read(text) {
			const value = parse(text)
			if (value !== undefined) return value
			const shown = isSecret ? '' : `, not "${text}"`
			throw new SettingProblem(`${env} must be ${kind}${shown}.`)
		},
	}
}

export const text = (said: Said<string>): Setting<string> =>
	setting(said, 'text', (given) => (given.trim() === '' ? undefined : given))

export const path = (said: Said<string>): Setting<string> =>
	setting(said, 'a path', (given) => (given.trim() === '' ? undefined : given))

/** At least 32 characters, so that nobody guesses it. */
export const secret = (said: Said<string>): Setting<string> =>
	setting({ ...said, isSecret: true }, 'text of at least 32 characters', (given) =>
		given.length >= 32 ? given : undefined,
	)

export const number = (said: Said<number>, min: number, max: number): Setting<number> =>
	setting(said, `a whole number from ${min} to ${max}`, (given) => {
		const value = Number(given)
		return /^\d+$/.test(given) && value >= min && value <= max ? value : undefined
	})

/** Seconds of the units a window may be written in. */
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const MOST_COUNT = 1_000_000
const LONGEST_WINDOW = 30 * UNITS.d

/** How often something may happen: a count, a slash, and a window in seconds, minutes, hours or days. */
export const rate = (said: Said<string>): Setting<string> =>
	setting(said, 'a count and a window, such as `30/1s`, `5/15m`, `100/1h` or `3/1d`', (given) => {
		const { count, seconds } = readRate(given)
		const fits = count >= 1 && count <= MOST_COUNT && seconds >= 1 && seconds <= LONGEST_WINDOW
		return fits ? given : undefined
	})

/** What `rate` holds; zeros for what is no rate. */
export function readRate(given: string): { count: number; seconds: number } {
	const [, count = '0', length = '0', unit = 's'] = /^(\d{1,7})\/(\d{1,7})([smhd])$/.exec(given) ?? []
	return { count: Number(count), seconds: Number(length) * UNITS[unit as keyof typeof UNITS] }
}

/** A rate as it is set, in the largest unit that fits. */
export function writtenRate({ count, seconds }: { count: number; seconds: number }): string {
	const units = Object.entries(UNITS).reverse()
	const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['s', 1]
	return `${count}/${seconds / length}${unit}`
}

export const yesNo = (said: Said<boolean>): Setting<boolean> =>
	setting(said, '`true` or `false`', (given) => {
		if (['true', '1', 'yes', 'on'].includes(given.toLowerCase())) return true
		return ['false', '0', 'no', 'off'].includes(given.toLowerCase()) ? false : undefined
	})

export const choice = <const V extends string>(said: Said<V>, values: readonly V[]): Setting<V> =>
	setting<V>(said, `one of ${values.map((value) => `\`${value}\``).join(', ')}`, (given) =>
		values.find((value) => value === given),
	)

export const words = (said: Said<readonly string[]>): Setting<readonly string[]> =>
	setting(said, 'a list with commas', (given) =>
		given
			.split(',')
			.map((word) => word.trim())
			.filter(Boolean),
	)

/** An absolute address with one of these schemes; no path, or one without a slash at its end; no query. */
export const address = (said: Said<string>, schemes: readonly string[]): Setting<string> =>
	setting(said, `an address such as ${schemes[0]}://play.example.com, without a slash at its end`, (given) => {
		if (!URL.canParse(given)) return undefined
		const { protocol, search, hash, username } = new URL(given)
		const fits = schemes.includes(protocol.slice(0, -1)) && !search && !hash && !username && !given.endsWith('/')
		return fits ? given : undefined
	})

/** JSON that `isGood` knows. */
export const json = (said: Said<string>, isGood: (text: string) => boolean): Setting<string> =>
	setting(said, 'JSON of the shape that is documented', (given) => (isGood(given) ? given : undefined))
/** A server of mail; the address may hold a password, so it is never shown. */
export const mailServer = (said: Said<string>): Setting<string> =>
	setting({ ...said, isSecret: true }, 'an address such as smtps://user:password@mail.example.com', (given) =>
		/^smtps?:\/\/./.test(given) && URL.canParse(given) ? given : undefined,
	)

/** The address of a database; it may hold a password, so it is never shown. */
export const database = (said: Said<string>): Setting<string> =>
	setting({ ...said, isSecret: true }, 'an address such as postgres://user:password@host:5432/name', (given) =>
		/^postgres(ql)?:\/\/./.test(given) && URL.canParse(given) ? given : undefined,
	)

/** The flag of a setting: `GUILDHALL_DATA_DIR` is `--data-dir`. */
export function flagOf({ env }: Setting<unknown>): string {
	return `--${env
		.replace(/^GUILDHALL_/, '')
		.toLowerCase()
		.replaceAll('_', '-')}`
}

export type Declared = Record<string, Setting<unknown>>
export type Values<D extends Declared> = { [K in keyof D]: D[K] extends Setting<infer T> ? T | undefined : never }

/** What was given: variables of the environment, and flags by the name of their setting. Flags win. */
export interface Given {
	env: Readonly<Record<string, string | undefined>>
	flags: Readonly<Record<string, string | undefined>>
}

/** Reads the settings of a command. @throws SettingProblem with a sentence for each one that is wrong. */
export function readSettings<D extends Declared>(declared: D, command: Command, { env, flags }: Given): Values<D> {
	const problems: string[] = []
	const values: Record<string, unknown> = {}
	for (const [name, setting] of Object.entries(declared)) {
		if (!setting.commands.includes(command)) continue
		// An empty variable counts as not set: that is how one is taken back in a shell or a compose file.
		const given = flags[name] ?? (env[setting.env] || undefined)
		try {
			values[name] = given === undefined ? setting.fallback(command) : setting.read(given)
		} catch (error) {
			if (!(error instanceof SettingProblem)) throw error
			problems.push(error.message)
		}
	}
	if (problems.length > 0) throw new SettingProblem(problems.join('\n'))
	return values as Values<D>
}
