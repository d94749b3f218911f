/** Writes docs/operate/configuration.md from the settings. */
import { writeFileSync } from 'node:fs'
import { configurationPage } from '../packages/server/src/config-page.ts'

writeFileSync(new URL('../docs/operate/configuration.md', import.meta.url), configurationPage())
