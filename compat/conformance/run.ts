/**
 * `npm run conformance [-- --store sqlite|postgres|both] [--only text] [--mutants] [--oracle] [--all]`
 *
 * Plays every check of authorization against a server in a process of its own, over HTTP. With `--mutants` each defence
 * is taken out in turn, and the checks that watch it must fail; with
 * `--oracle` the checks of what any authorization server does are played on another one. `--only` takes those whose name holds the text.
 */
import { parseArgs } from 'node:util'
import { runMutants } from './mutant-run.ts'
import { runOracle } from './oracle-run.ts'
import type { StageKind } from './stage.ts'
import { runChecks } from './suite-run.ts'

const { values } = parseArgs({
	options: {
		store: { type: 'string', default: 'sqlite' },
		only: { type: 'string', default: '' },
		mutants: { type: 'boolean', default: false },
		oracle: { type: 'boolean', default: false },
		all: { type: 'boolean', default: false },
	},
})
const { store, only, all } = values
const kinds: StageKind[] =
	all || store === 'both' ? ['sqlite', 'postgres'] : [store === 'postgres' ? 'postgres' : 'sqlite']
const isPlain = all || !(values.mutants || values.oracle)

const tally = { passed: 0, failed: 0 }
const began = performance.now()
if (isPlain) for (const one of await Promise.all(kinds.map((kind) => runChecks(kind, only)))) add(one)
if (all || values.oracle) add(await runOracle(only))
if (all || values.mutants) add(await runMutants(only))
console.log(`\n${tally.passed} passed, ${tally.failed} failed in ${Math.round((performance.now() - began) / 1000)} s`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

function add({ passed, failed }: typeof tally): void {
	tally.passed += passed
	tally.failed += failed
}
