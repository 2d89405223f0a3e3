import { company } from '@hourspace/domain/company.ts'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#launch/startup-error.ts'
import { findBinaries } from './binaries.ts'
import {
  archiveSettings,
  clusterUrl,
  connectionLimits,
  ensureCluster,
  nonDurableSettings,
  recoverySettings,
  settings,
} from './cluster.ts'
import { type Holder, takeLock } from './lock.ts'
import {
  limitLog,
  startPostmaster,
  stopOrphan,
  stopProcess,
  type Postmaster,
} from './postmaster.ts'
import { freePort } from './port.ts'
import { chooseRunner, type Runner } from './runner.ts'

const logCheckMs = 5 * 60_000

export type PostgresOptions = {
  dataDir: string
  password: string
  preferredPort?: number
  logFile: string
  /** Whether the cluster must survive a power failure. Default: true. */
  durable?: boolean
  isArchived?: boolean
  /** Whether PostgreSQL replays archived WAL when it starts, which may take hours. */
  replaysArchive?: boolean
  processes?: number
  describe?: () => string
  onRestart?: (message: string) => void
  onGiveUp?: (message: string) => void
}

export type Postgres = {
  url: string
  port: number
  pid(): number
  /** Stops PostgreSQL (fast shutdown). Resolves in every state, also during a restart. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, creating a missing cluster, and restarts it after crashes until `stop`. Throws
 * StartupError when another process uses the folder, or PostgreSQL cannot start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findBinaries()
  mkdirSync(dirname(options.dataDir), { recursive: true, mode: 0o711 })
  const describe = options.describe ?? (() => `another ${company.name} process`)
  const lock = await takeLock(options.dataDir, () => ({
    pid: process.pid,
    description: describe(),
  }))
  if (!lock.taken) throw folderInUse(options.dataDir, lock.holder)

  const durable = options.durable ?? true
  const stopping = new AbortController()
  let runner: Runner
  let port: number
  let postmaster: Postmaster

  function start(): Promise<Postmaster> {
    const limits = connectionLimits(options.processes ?? 1)
    const flags = {
      ...settings,
      ...limits,
      ...(durable ? {} : nonDurableSettings),
      ...(options.isArchived && archiveSettings),
      ...(options.replaysArchive && recoverySettings),
      port: String(port),
    }
    const limitMs = options.replaysArchive ? Infinity : undefined
    return startPostmaster(runner, flags, options.logFile, stopping.signal, limitMs)
  }

  try {
    await stopOrphan(options.dataDir)
    runner = chooseRunner(binaries, options.dataDir)
    await ensureCluster(runner, options.password, durable)
    port = await freePort(options.preferredPort)
    postmaster = await start()
  } catch (error) {
    await lock.release()
    throw error
  }
  const supervision = supervise()
  const logChecks = setInterval(() => {
    try {
      limitLog(options.logFile)
    } catch (error) {
      console.error(`${options.logFile} cannot be shortened: ${(error as Error).message}`)
    }
  }, logCheckMs).unref()

  async function supervise(): Promise<void> {
    for (;;) {
      const end = await postmaster.ended
      if (stopping.signal.aborted) return
      options.onRestart?.(`PostgreSQL exited unexpectedly (${end}); restarting it.`)
      if (!(await restart())) return
    }
  }

  /**
   * Tries up to eight times with backoff, because processes of the crashed server may still hold
   * shared memory.
   */
  async function restart(): Promise<boolean> {
    let lastError: unknown
    for (let pauseMs = 50; pauseMs < 10_000 && !stopping.signal.aborted; pauseMs *= 2) {
      try {
        postmaster = await start()
        return true
      } catch (error) {
        lastError = error
        await sleep(pauseMs)
      }
    }
    if (!stopping.signal.aborted)
      options.onGiveUp?.(lastError instanceof Error ? lastError.message : String(lastError))
    return false
  }

  return {
    url: clusterUrl(port, options.password),
    port,
    pid: () => postmaster.pid,
    async stop() {
      stopping.abort()
      clearInterval(logChecks)
      if (postmaster.isRunning()) await stopProcess(postmaster.pid)
      await supervision
      await lock.release()
    },
  }
}

function folderInUse(dataDir: string, holder: Holder | undefined): StartupError {
  const user = holder ? `process ${holder.pid}, ${holder.description}` : 'another process'
  return new StartupError(
    `The data in ${dataDir} is in use by ${user}: stop it first, or set HOURSPACE_DATA_DIR to another folder.`,
  )
}
