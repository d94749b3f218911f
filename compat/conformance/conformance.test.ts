/** The table of the suite: rows of the reference, checks, and defences taken out. No server is started. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from './checks.ts'
import { timesFound } from './mutant-run.ts'
import { MUTANTS } from './mutants.ts'
import { ORACLE_DIFFERS } from './oracle-run.ts'
import { ROWS } from './rows.ts'

test('every row of the reference has a check', () => {
	const checked = new Set<string>(CHECKS.flatMap(({ rows }) => rows))
	assert.deepEqual(
		Object.keys(ROWS).filter((row) => !checked.has(row)),
		[],
	)
})

test('every check has a name of its own, and a row', () => {
	const names = CHECKS.map(({ name }) => name)
	assert.deepEqual(
		names.filter((name, at) => names.indexOf(name) !== at),
		[],
	)
	for (const { name, rows } of CHECKS) {
		assert.match(name, /^(1\.\d+|6) /)
		assert.ok(rows.length > 0, name)
	}
})

test('what the oracle does otherwise is a check that it is asked', () => {
	const core = new Set(CHECKS.filter(({ isCore }) => isCore).map(({ name }) => name))
	assert.deepEqual(
		Object.keys(ORACLE_DIFFERS).filter((name) => !core.has(name)),
		[],
	)
})

test('every defence that is taken out is where it was, and somebody watches it', () => {
	const names = new Set(CHECKS.map(({ name }) => name))
	for (const mutant of MUTANTS) {
		assert.equal(timesFound(mutant), 1, `${mutant.name} in ${mutant.file}`)
		assert.ok(mutant.turnsRed.length > 0, mutant.name)
		for (const check of mutant.turnsRed) assert.ok(names.has(check), `${mutant.name}: ${check}`)
	}
	assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
})
