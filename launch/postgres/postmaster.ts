import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from '#launch/problem.ts'
import { readPostmasterFile, stopProcess } from './orphan.ts'
import type { Runner } from './runner.ts'

/** One life of PostgreSQL's first process. */
export type Postmaster = {
  pid: number
  isRunning(): boolean
  /** Resolves with the exit code or signal. */
  ended: Promise<string>
}

const logLimitBytes = 10_000_000
const startLimitMs = 300_000

/**
 * Starts PostgreSQL on existing data and resolves once it accepts connections; recovery after a crash may take a while.
 *
 * @param stop aborting it ends a start that is under way; afterwards the caller ends PostgreSQL itself.
 * @throws StartProblem with PostgreSQL's own last complaint when it ends before that.
 */
export async function launchPostmaster(
  runner: Runner,
  settings: Record<string, string>,
  logFile: string,
  stop: AbortSignal,
): Promise<Postmaster> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = runner.command('postgres', ['-D', runner.dataDir, ...flags])
  const log = openLog(logFile)
  // Detached, so that Ctrl-C in the terminal reaches only us and requests can end before their database does.
  // Its log is a file rather than a pipe, because it may have to outlive us.
  const child = spawn(file, args, { ...options, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const life = { running: true }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).finally(() => (life.running = false))

  const deadline = Date.now() + startLimitMs
  while (life.running) {
    if (child.pid && (stop.aborted || Date.now() > deadline)) await stopProcess(child.pid)
    const written = readPostmasterFile(runner.dataDir)
    if (written?.ready && written.pid === child.pid)
      return { pid: child.pid, isRunning: () => life.running, ended }
    await sleep(10)
  }
  throw new StartProblem(
    `PostgreSQL does not start: ${lastComplaint(logFile) ?? (await ended)} (see ${logFile})`,
  )
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) truncateSync(file)
  return openSync(file, 'a', 0o600)
}

function lastComplaint(logFile: string): string | undefined {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
  return lines.findLast((line) => /(FATAL|error while loading|not found|permission)/i.test(line))
}
