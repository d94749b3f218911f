/**
 * Runs tests with the Node of this project, whatever Node runs npm.
 * `test.ts [folder …]`: the folders' `*.test.ts`, by default the packages'. One process, so that it starts once.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const folders = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const options = process.argv.slice(2).filter((word) => word.startsWith('-'))
const patterns = (folders.length > 0 ? folders : ['packages']).map((folder) =>
	folder.endsWith('.ts') ? folder : `${folder}/**/*.test.ts`,
)
const files = globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
if (files.length === 0) {
	console.error(`No tests in ${patterns.join(', ')}.`)
	process.exit(1)
}
const { status } = spawnSync(
	process.execPath,
	['--conditions=source', '--test', '--test-isolation=none', '--test-timeout=120000', ...options, ...files],
	{
		stdio: 'inherit',
	},
)
process.exit(status ?? 1)
