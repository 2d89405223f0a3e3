import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from '#launch/problem.ts'
import { findNative } from './binaries.ts'
import { clusterUrl, ensureCluster } from './cluster.ts'
import { type Holder, takeLock } from './lock.ts'
import { clearOrphan, stopProcess } from './orphan.ts'
import { launchPostmaster, type Postmaster } from './postmaster.ts'
import { freePort } from './port.ts'
import { chooseRunner, type Runner } from './runner.ts'
import { roomFor, settings, throwawaySettings } from './settings.ts'

/** What a supervised PostgreSQL is started with. */
export type PostgresOptions = {
  /** Folder of the cluster; made when missing. */
  dataDir: string
  /** Superuser's password, used when the cluster is made. */
  password: string
  /** Port to use if it is free; else another is chosen. */
  preferredPort?: number
  /** File that receives PostgreSQL's own log. */
  logFile: string
  /** False for a cluster that need not survive a power cut. */
  durable?: boolean
  /** How many processes of the backend it is to hold; one if not said. */
  processes?: number
  /** What a second start on the same data is told about this one, e.g. its URL. */
  describe?: () => string
  /** Told, in a sentence, when PostgreSQL has died and is started again. */
  onRestart?: (message: string) => void
  /** Told, in a sentence, when PostgreSQL has died and does not start any more. */
  onGiveUp?: (message: string) => void
}

/** A running PostgreSQL that is started again whenever it dies. */
export type Postgres = {
  /** Superuser's URL of the database `postgres`. */
  url: string
  port: number
  /** Process id of the PostgreSQL that runs now. */
  pid(): number
  /** Fast shutdown. Always resolves, whatever state PostgreSQL is in. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, making the cluster first if need be, and keeps it running until `stop`.
 *
 * @throws StartProblem when another process holds the data, or PostgreSQL cannot run here.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const native = findNative()
  mkdirSync(dirname(options.dataDir), { recursive: true, mode: 0o711 })
  const describe = options.describe ?? (() => 'another program of Hourspace')
  const lock = await takeLock(options.dataDir, () => ({ pid: process.pid, place: describe() }))
  if (!lock.taken) throw alreadyTaken(options.dataDir, lock.holder)

  const durable = options.durable ?? true
  const stopping = new AbortController()
  let runner: Runner
  let port: number
  let postmaster: Postmaster

  function launch(): Promise<Postmaster> {
    const room = roomFor(options.processes ?? 1)
    const flags = { ...settings, ...room, ...(durable ? {} : throwawaySettings) }
    return launchPostmaster(
      runner,
      { ...flags, port: String(port) },
      options.logFile,
      stopping.signal,
    )
  }

  try {
    await clearOrphan(options.dataDir)
    runner = chooseRunner(native, options.dataDir)
    await ensureCluster(runner, options.password, durable)
    port = await freePort(options.preferredPort)
    postmaster = await launch()
  } catch (error) {
    await lock.release()
    throw error
  }
  const supervision = supervise()

  async function supervise(): Promise<void> {
    for (;;) {
      const end = await postmaster.ended
      if (stopping.signal.aborted) return
      options.onRestart?.(`PostgreSQL ended unexpectedly (${end}); starting it again.`)
      if (!(await revive())) return
    }
  }

  /** The dead one's helpers may take a moment to leave its shared memory, so one refusal means little. */
  async function revive(): Promise<boolean> {
    let problem: unknown
    for (let pauseMs = 50; pauseMs < 10_000 && !stopping.signal.aborted; pauseMs *= 2) {
      try {
        postmaster = await launch()
        return true
      } catch (error) {
        problem = error
        await sleep(pauseMs)
      }
    }
    if (!stopping.signal.aborted)
      options.onGiveUp?.(problem instanceof Error ? problem.message : String(problem))
    return false
  }

  return {
    url: clusterUrl(port, options.password),
    port,
    pid: () => postmaster.pid,
    async stop() {
      stopping.abort()
      if (postmaster.isRunning()) await stopProcess(postmaster.pid)
      await supervision
      await lock.release()
    },
  }
}

function alreadyTaken(dataDir: string, holder: Holder | undefined): StartProblem {
  const who = holder ? `process ${holder.pid}, ${holder.place}` : 'another process'
  return new StartProblem(
    `The data in ${dataDir} is in use by ${who}: stop that first, or set HOURSPACE_DATA_DIR to another folder.`,
  )
}
