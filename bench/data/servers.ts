import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@hourspace/launch/postgres/port.ts'

type Server = {
  url: string
  stop(): Promise<void>
}

type Place = { databaseUrl: string; jwtSecret: string; folder: string }

const root = fileURLToPath(new URL('../..', import.meta.url))
const lite = join(root, 'bench/peers/node_modules/@supabase/lite/dist/cli/index.js')

export const hasLite = existsSync(lite)

export async function startOurs({ databaseUrl, jwtSecret, folder }: Place): Promise<Server> {
  const port = await freePort()
  return started(`http://127.0.0.1:${port}/rest/v1`, join(root, 'launch/backend.ts'), [], root, {
    PORT: `${port}`,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
    SUPABASE_DIR: 'none',
    HOURSPACE_DATA_DIR: folder,
  })
}

/** Starts `@supabase/lite` on PostgreSQL. */
export async function startLite({ databaseUrl, jwtSecret, folder }: Place): Promise<Server> {
  const port = await freePort()
  mkdirSync(join(folder, 'supabase'), { recursive: true })
  writeFileSync(
    join(folder, 'supabase/config.toml'),
    `[api]\nport = ${port}\n[db]\ndriver = "postgres"\nurl = "${databaseUrl}"\n` +
      `[auth]\nenabled = true\njwt_secret = "${jwtSecret}"\n`,
  )
  const options = ['--no-telemetry', 'start', '--no-admin']
  return started(`http://127.0.0.1:${port}/rest/v1`, lite, options, folder, {
    DO_NOT_TRACK: '1',
    HOME: folder,
  })
}

async function started(
  url: string,
  program: string,
  options: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Server> {
  let said = ''
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...options],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const answers = await fetch(`${url}/spaces?limit=1`).then(
      (response) => response.status < 500,
      () => false,
    )
    if (answers) return { url, stop }
    await sleep(100)
  }
  await stop()
  throw new Error(`${program} did not start:\n${said}`)
}
