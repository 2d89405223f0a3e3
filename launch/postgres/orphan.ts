import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What PostgreSQL writes about itself into `postmaster.pid`. */
type PostmasterFile = {
  pid: number
  port: number
  ready: boolean
}

/** Reads `postmaster.pid`; undefined when there is none or it is only half written. */
export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether a process exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Stops a PostgreSQL that outlived its supervisor on this data, and removes a `postmaster.pid` whose number now
 * belongs to a process that has nothing to do with it (PostgreSQL itself would refuse to start then).
 *
 * Call it only while holding the lock on the data.
 */
export async function clearOrphan(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const dataDir = realpathSync(folder)
  const left = readPostmasterFile(dataDir)
  if (!left || !isAlive(left.pid)) return
  if (isPostgresOn(dataDir, left.pid)) await stopProcess(left.pid)
  else rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Ends a PostgreSQL: fast shutdown, then immediate, then by force. Always resolves, within about 20 s. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 3_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await gone(pid, patienceMs)) return
  }
}

async function gone(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true
    await sleep(10)
  }
  return false
}

function isPostgresOn(dataDir: string, pid: number): boolean {
  const command = commandOf(pid)
  if (process.platform === 'win32') return command.includes('postgres.exe')
  return /\bpostgres\b/.test(command) && command.includes(dataDir)
}

function commandOf(pid: number): string {
  const inProc = `/proc/${pid}/cmdline`
  if (existsSync(inProc)) return readFileSync(inProc, 'utf8').replaceAll('\0', ' ')
  const [file, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`]]
      : ['ps', ['-o', 'command=', '-p', String(pid)]]
  return spawnSync(file as string, args as string[], { encoding: 'utf8' }).stdout ?? ''
}
