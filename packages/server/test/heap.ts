import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of objects and buffers after a collection: what is only waiting to be collected is no leak. */
export function heapInUse(): number {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	collect()
	const { heapUsed, external } = process.memoryUsage()
	return heapUsed + external
}
