/** Loaded before a server under test: gives it the source with the change of the mutant that `MUTANT` names. */
import { registerHooks } from 'node:module'
import { MUTANTS } from './mutants.ts'

const mutant = MUTANTS.find(({ name }) => name === process.env.MUTANT)
if (!mutant) throw new Error(`There is no mutant ${process.env.MUTANT}.`)
const target = new URL(`../../packages/${mutant.file}`, import.meta.url).href

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context)
		if (url !== target || !loaded.source) return loaded
		return { ...loaded, source: String(loaded.source).replace(mutant.find, () => mutant.replace) }
	},
})
