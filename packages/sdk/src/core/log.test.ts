import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoggingSeverity } from '../enums/clients.ts'
import { logger } from './log.ts'

const heard = (debugBuild: boolean, minSeverity: LoggingSeverity) => {
	const lines: string[] = []
	const log = logger({ debugBuild, redact: (text) => text.replace('s3cret', '***'), failed: assert.fail })
	log.add((line, severity) => lines.push(`${severity} ${line}`), minSeverity)
	return { log, lines }
}

const say = (log: ReturnType<typeof logger>) => {
	log.verbose('v')
	log.info('i')
	log.warning('w')
	log.error('e s3cret')
}

for (const [debugBuild, min, expected] of [
	[false, LoggingSeverity.Verbose, ['3 w', '4 e ***']],
	[false, LoggingSeverity.Error, ['4 e ***']],
	[false, LoggingSeverity.None, []],
	[true, LoggingSeverity.Verbose, ['3 debug', '1 v', '2 i', '3 w', '4 e ***']],
	[true, LoggingSeverity.Warning, ['3 debug', '3 w', '4 e ***']],
	[true, LoggingSeverity.Error, ['4 e ***']],
] as const) {
	test(`a ${debugBuild ? 'debug' : 'release'} build with threshold ${min} writes ${expected.length} lines`, () => {
		const { log, lines } = heard(debugBuild, min)
		say(log)
		assert.deepEqual(
			lines.map((line) => line.replace(/This is a debug build.*/, 'debug')),
			expected,
		)
	})
}

test('the first sink hears what was said before it came', () => {
	const lines: string[] = []
	const log = logger({ debugBuild: false, redact: (text) => text, failed: assert.fail })
	log.warning('early')
	log.add((line) => lines.push(line), LoggingSeverity.Warning)
	log.add((line) => lines.push(`second ${line}`), LoggingSeverity.Warning)
	log.warning('late')
	assert.deepEqual(lines, ['early', 'late', 'second late'])
})

test('a sink that throws or logs itself harms nobody', () => {
	const errors: unknown[] = []
	const lines: string[] = []
	const log = logger({ debugBuild: false, redact: (text) => text, failed: (error) => errors.push(error) })
	log.add(() => {
		log.warning('again')
		throw new Error('sink')
	}, LoggingSeverity.Verbose)
	log.add((line) => lines.push(line), LoggingSeverity.Verbose)
	log.warning('once')
	assert.deepEqual(lines, ['once'])
	assert.equal(errors.length, 1)
})
