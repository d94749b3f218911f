/** Programs of documents, held to the types of the SDK. */
import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const options = {
	compilerOptions: {
		noEmit: true,
		strict: true,
		exactOptionalPropertyTypes: true,
		skipLibCheck: true,
		target: 'ES2022',
		module: 'NodeNext',
		lib: ['ES2024', 'DOM', 'ESNext.Disposable'],
		customConditions: ['source'],
		allowImportingTsExtensions: true,
		types: ['node'],
	},
	include: ['*.mts'],
}

/** What the compiler says of the `.mts` files in a folder: its status, and its complaints. */
export function compile(folder: string): [status: number | null, complaints: string] {
	symlinkSync(at('../../../node_modules'), join(folder, 'node_modules'))
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
	const tsc = at('../../../node_modules/.bin/tsc')
	const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })
	return [status, stdout]
}
