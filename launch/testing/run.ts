import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#launch/postgres/port.ts'

/** Environment variables that the global setup passes to tests. */
export const clusterVariable = 'HOURSPACE_TEST_CLUSTER'
export const folderVariable = 'HOURSPACE_TEST_FOLDER'

export function runFolder(): string {
  return fromSetup(folderVariable)
}

export function fromSetup(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run this file through Vitest.`)
  return value
}

/** Returns a free port. A folder named after the port reserves it for this test. */
export async function testPort(): Promise<number> {
  const reserved = join(runFolder(), 'ports')
  mkdirSync(reserved, { recursive: true })
  for (;;) {
    const port = await freePort()
    try {
      mkdirSync(join(reserved, String(port)))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: compileCache,
})
