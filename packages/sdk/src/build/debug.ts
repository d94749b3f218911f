/** Debug builds also log Info and Verbose. Chosen by the export condition `development`. */
export const debugBuild: boolean = true
