import { readFileSync } from 'node:fs'
import { CHECKS } from './checks.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import { openStage } from './stage.ts'
import { type Tally, whyFails } from './suite-run.ts'

/** Servers that run at the same time: starting one is most of the work, and keeps a core busy. */
const TOGETHER = 3

/** Takes out each defence whose name holds `only`, and says which went unnoticed. */
export async function runMutants(only: string): Promise<Tally> {
	const waiting = MUTANTS.filter(({ name }) => name.includes(only))
	const tally = { passed: 0, failed: 0 }
	async function work(): Promise<void> {
		for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
			const problems = await problemsWith(mutant)
			if (problems.length === 0) tally.passed++
			else tally.failed++
			if (problems.length > 0) console.log(`FAILED without ${mutant.name}:\n    ${problems.join('\n    ')}`)
		}
	}
	await Promise.all(Array.from({ length: TOGETHER }, work))
	console.log(`mutants: ${tally.passed} noticed, ${tally.failed} not`)
	return tally
}

/** How often the text that a mutant changes occurs: once, as long as the defence is where it was. */
export function timesFound({ file, find }: Mutant): number {
	return readFileSync(new URL(`../../packages/${file}`, import.meta.url), 'utf8').split(find).length - 1
}

async function problemsWith(mutant: Mutant): Promise<string[]> {
	const times = timesFound(mutant)
	if (times !== 1) return [`What it changes occurs ${times} times in ${mutant.file}.`]
	const problems = mutant.turnsRed
		.filter((name) => !CHECKS.some((one) => one.name === name))
		.map((name) => `There is no check ${name}.`)
	for (const isLimited of [false, true]) {
		const checks = CHECKS.filter((one) => mutant.turnsRed.includes(one.name) && one.isLimited === isLimited)
		if (checks.length === 0) continue
		try {
			await using stage = await openStage({ kind: mutant.store ?? 'sqlite', isLimited, mutant: mutant.name })
			for (const check of checks) if (!(await whyFails(check, stage))) problems.push(`Nothing noticed: ${check.name}`)
		} catch (error) {
			// A server that does not run shows nothing about its defences.
			problems.push(String(error))
		}
	}
	return problems
}
