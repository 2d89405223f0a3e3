import { writeFile } from 'node:fs/promises'
import { writeConfiguration } from './write-configuration.ts'

/** `npm run docs:config`: writes docs/configuration.md. */
await writeFile(new URL('../docs/configuration.md', import.meta.url), await writeConfiguration())
