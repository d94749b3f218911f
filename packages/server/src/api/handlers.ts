import type { Handler } from './handle.ts'

/** Every operation this server carries out. One array for each file of this folder that binds some. */
export const HANDLERS: readonly Handler[] = []
