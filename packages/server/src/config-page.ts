import { SETTINGS } from './config.ts'
import { type Command, flagOf, OPERATE, type Setting } from './settings.ts'

const INTRODUCTION = `# Configuration

<!-- Printed from packages/server/src/config.ts by \`npm run configuration\`. Changes belong there. -->

Every setting is a variable of the environment. All but secrets are also a flag of the commands that know it:
\`GUILDHALL_DATA_DIR\` is \`--data-dir\`. A flag wins over the variable; an empty variable counts as not set.

\`serve\` starts only when it is told what must not be guessed: the public address, encrypted, and where its data is.
\`dev\` needs nothing and listens on this machine alone.
`

/** docs/operate/configuration.md */
export function configurationPage(): string {
	const sections = (Object.values(SETTINGS) as Setting<unknown>[]).map(
		(setting) => `## \`${setting.env}\`\n\n${setting.says}\n\n${facts(setting)}\n`,
	)
	return [INTRODUCTION, ...sections].join('\n')
}

function facts(setting: Setting<unknown>): string {
	const { kind, commands, isSecret } = setting
	const rows = [
		isSecret ? '- secret: never a flag, never logged' : `- flag: \`${flagOf(setting)}\``,
		`- value: ${kind}`,
		`- default: ${fallbacks(setting)}`,
		`- commands: ${commandsIn(commands)}`,
	]
	return rows.join('\n')
}

function commandsIn(commands: readonly Command[]): string {
	const others = commands.filter((command) => !isOfOperators(command)).map((command) => `\`${command}\``)
	return (commands.some(isOfOperators) ? [...others, '[those of operators](operators.md)'] : others).join(', ')
}

const isOfOperators = (command: Command): boolean => (OPERATE as readonly Command[]).includes(command)

function fallbacks({ commands, fallback }: Setting<unknown>): string {
	const by = new Map<string, Command[]>()
	for (const command of commands) {
		const value = fallback(command)
		const shown = value === undefined || String(value) === '' ? 'none' : `\`${String(value)}\``
		by.set(shown, [...(by.get(shown) ?? []), command])
	}
	if (by.size === 1) return [...by.keys()][0] ?? 'none'
	return [...by].map(([value, of]) => `${value} (${of.map((command) => `\`${command}\``).join(', ')})`).join(', ')
}
