/** Release builds log Warning and Error only. */
export const debugBuild: boolean = false
