import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#launch/startup-error.ts'
import type { Runner } from './runner.ts'

export type Postmaster = {
  pid: number
  isRunning(): boolean
  ended: Promise<string>
}

const logLimitBytes = 10_000_000

/**
 * Starts PostgreSQL and resolves when it accepts connections; crash recovery may take minutes.
 * `stop` aborts the start. Throws StartupError with PostgreSQL's last error message.
 */
export async function startPostmaster(
  runner: Runner,
  settings: Record<string, string>,
  logFile: string,
  stop: AbortSignal,
  limitMs = 300_000,
): Promise<Postmaster> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = runner.command('postgres', ['-D', runner.dataDir, ...flags])
  const log = openLog(logFile)
  // Starts PostgreSQL detached, so that Ctrl-C does not stop it before requests finish. PostgreSQL
  // may outlive this process, so its output goes to a file instead of a pipe.
  const child = spawn(file, args, { ...options, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const state = { running: true }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).finally(() => (state.running = false))

  const deadline = Date.now() + limitMs
  while (state.running) {
    if (child.pid && (stop.aborted || Date.now() > deadline)) await stopProcess(child.pid)
    const written = readPostmasterFile(runner.dataDir)
    if (written?.ready && written.pid === child.pid)
      return { pid: child.pid, isRunning: () => state.running, ended }
    await sleep(10)
  }
  throw new StartupError(
    `PostgreSQL does not start: ${lastError(logFile) ?? (await ended)} (see ${logFile})`,
  )
}

function openLog(file: string): number {
  limitLog(file)
  return openSync(file, 'a', 0o600)
}

/**
 * If a log is above the size limit, copies it to `<file>.1` and empties it. Does not rename the
 * log, because PostgreSQL keeps it open. If the disk is full, empties it without a copy.
 */
export function limitLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= logLimitBytes) return
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    rmSync(`${file}.1`, { force: true })
  }
  truncateSync(file)
}

function lastError(logFile: string): string | undefined {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
  return lines.findLast((line) => /(FATAL|error while loading|not found|permission)/i.test(line))
}

/** Reads `postmaster.pid`. Returns undefined if the file is missing or incomplete. */
export function readPostmasterFile(dataDir: string) {
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

/** Returns whether a process exists, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Stops a PostgreSQL that has outlived its supervisor. Removes a `postmaster.pid` that names an
 * unrelated process, because it would prevent a start. Requires the lock on the data folder.
 */
export async function stopOrphan(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const dataDir = realpathSync(folder)
  const found = readPostmasterFile(dataDir)
  if (!found || !isAlive(found.pid)) return
  if (isPostgresOn(dataDir, found.pid)) await stopProcess(found.pid)
  else rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Stops PostgreSQL with increasingly forceful signals, within about 20 s. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 12_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 3_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await hasExited(pid, timeoutMs)) return
  }
}

async function hasExited(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
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
