import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#launch/postgres/port.ts'

/** Environment variables through which Vitest's global setup passes on the PostgreSQL URL and the run's folder. */
export const clusterVariable = 'HOURSPACE_TEST_CLUSTER'
export const folderVariable = 'HOURSPACE_TEST_FOLDER'

/** Returns the temporary folder of this test run; the global teardown removes it. */
export function runFolder(): string {
  return fromSetup(folderVariable)
}

/** Reads an environment variable set by Vitest's global setup. Throws outside Vitest. */
export function fromSetup(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run this file through Vitest.`)
  return value
}

/**
 * Returns a free port that no other test of this run gets. Creating a folder named after the port reserves it.
 */
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

/** Returns the environment for child processes of tests, which share Node's compile cache to start faster. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: compileCache,
})
