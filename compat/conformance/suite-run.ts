import type { Check } from './check.ts'
import { CHECKS } from './checks.ts'
import { openStage, type Stage, type StageKind } from './stage.ts'

export interface Tally {
	passed: number
	failed: number
}

/** Plays the checks whose name holds `only` on a store, and says which failed. */
export async function runChecks(kind: StageKind, only: string): Promise<Tally> {
	const chosen = CHECKS.filter(({ name }) => name.includes(only))
	const tally = { passed: 0, failed: 0 }
	for (const isLimited of [false, true]) {
		const checks = chosen.filter((one) => one.isLimited === isLimited)
		if (checks.length === 0) continue
		await using stage = await openStage({ kind, isLimited })
		for (const check of checks) {
			const why = await whyFails(check, stage)
			if (why) tally.failed++
			else tally.passed++
			if (why) console.log(`FAILED on ${kind}: ${check.name}\n${indented(why)}`)
		}
	}
	console.log(`${kind}: ${tally.passed} checks passed, ${tally.failed} failed`)
	return tally
}

/** Why the check fails on this stage; undefined where it passes. */
export async function whyFails(check: Check, stage: Stage): Promise<string | undefined> {
	try {
		await check.run(stage)
		return undefined
	} catch (error) {
		return String((error as Error).stack ?? error)
	}
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ')
