import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { type Machine, Refusal } from './machine.ts'
import type { Call } from './program.ts'

/** Where the fixture file of these settings is. */
export function fixturePathOf({ fixture, dataDir }: Settings): string {
	return resolve(fixture ?? join(dataDir ?? '', 'fixture.json'))
}

/** `guildhall fixture` */
export async function fixture(machine: Machine, settings: Settings, { options }: Call): Promise<void> {
	const path = fixturePathOf(settings)
	if (!options.print) return machine.say(path)
	if (!existsSync(path)) throw new Refusal(`There is no fixture at ${path}. It is written by \`guildhall dev\`.`)
	machine.say(readFileSync(path, 'utf8').trimEnd())
}
