/** Of this package, as its package.json says. */
export const VERSION = [0, 1, 0] as const

declare const __SOCIALSDK_COMMIT__: string | undefined

/** The commit that a build was made of, which `npm run build` puts in; empty where the sources run. */
export const COMMIT: string = typeof __SOCIALSDK_COMMIT__ === 'string' ? __SOCIALSDK_COMMIT__ : ''
