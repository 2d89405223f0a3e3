import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartProblem } from '#launch/problem.ts'
import type { Runner } from './runner.ts'

const superuserName = 'postgres'

/**
 * Creates the cluster if there is none. It is made under another name and renamed once complete, so that a first
 * start that was cut short leaves nothing that looks like a cluster. Call it only while holding the lock.
 */
export async function ensureCluster(
  runner: Runner,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(runner.dataDir, 'PG_VERSION'))) {
    // A copied or restored folder often comes back readable for others, which PostgreSQL refuses.
    chmodSync(runner.dataDir, 0o700)
    return
  }
  const parent = dirname(runner.dataDir)
  const prefix = `${basename(runner.dataDir)}.new-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const workshop = join(parent, `${prefix}${process.pid}`)
  const passwordFile = join(workshop, 'password')
  mkdirSync(workshop, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(workshop)
  await initdb(runner, [
    `--pgdata=${join(workshop, 'data')}`,
    `--username=${superuserName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ...(durable ? [] : ['--no-sync']),
  ])
  renameSync(join(workshop, 'data'), runner.dataDir)
  rmSync(workshop, { recursive: true })
}

/** Address of the cluster's `postgres` database for its superuser. */
export function clusterUrl(port: number, password: string): string {
  return `postgresql://${superuserName}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

async function initdb(runner: Runner, flags: string[]): Promise<void> {
  const { file, args, options } = runner.command('initdb', flags)
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (complaint += part))
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) => resolve(status ?? signal ?? 1))
  })
  if (code === 0) return
  const lastLine = complaint.trim().split('\n').at(-1)
  throw new StartProblem(
    `PostgreSQL could not create its data folder ${runner.dataDir}: ${lastLine || code}`,
  )
}
