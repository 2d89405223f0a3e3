import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerConfig } from '#launch/config.ts'
import type { Lifecycle } from '#launch/lifecycle.ts'
import { StartupError } from '#launch/startup-error.ts'

export type MessageToWorker = ServerConfig | 'stop'

export type MessageFromWorker = 'ready'

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))

const minBackoffMs = 100
const maxBackoffMs = 30_000
/** Run time after which the exit of a worker resets the restart delay (backoff). */
const stableAfterMs = 60_000
/** Time limit for requests in flight at shutdown; below the cleanup limit in `lifecycle.ts`. */
const stopTimeoutMs = 7_000

/**
 * Starts workers that share the public port, and restarts exited workers with backoff. Workers stop
 * when this process is killed. Throws StartupError if an initial worker fails.
 */
export async function startWorkers(
  lifecycle: Lifecycle,
  config: ServerConfig,
  count: number,
): Promise<void> {
  // Workers accept connections themselves. With Node's default policy (SCHED_RR) the primary
  // accepts connections, and a connection passed to a killed worker would get no response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: workerFile,
    args: [],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const alive = new Set<Worker>()

  function startWorker() {
    const worker = cluster.fork()
    alive.add(worker)
    send(worker, config)
    const ready = new Promise<void>((resolve) => {
      worker.on('message', (message: MessageFromWorker) => message === 'ready' && resolve())
    })
    const exited = once(worker, 'exit').then(([code, signal]) => {
      alive.delete(worker)
      return String(signal ?? `exit code ${code}`)
    })
    return { ready, exited }
  }

  async function keepRunning(first: ReturnType<typeof startWorker>): Promise<void> {
    let current = first
    for (let backoffMs = minBackoffMs; ;) {
      const startedAt = Date.now()
      const reason = await current.exited
      if (Date.now() - startedAt > stableAfterMs) backoffMs = minBackoffMs
      // Waits before it checks for a shutdown, because Ctrl-C may reach the workers before the
      // primary.
      await sleep(backoffMs)
      if (lifecycle.stopping.aborted) return
      console.error(`A worker exited unexpectedly (${reason}); starting another.`)
      backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
      current = startWorker()
    }
  }

  lifecycle.onClose(async () => {
    for (const worker of alive) send(worker, 'stop')
    const allExited = Promise.all([...alive].map((worker) => once(worker, 'exit')))
    const areStopped = await Promise.race([allExited.then(() => true), sleep(stopTimeoutMs)])
    if (areStopped) return
    for (const worker of alive) worker.process.kill('SIGKILL')
    await allExited
  })
  const workers = Array.from({ length: count }, startWorker)
  await Promise.all(
    workers.map(async ({ ready, exited }) => {
      const reason = await Promise.race([ready, exited])
      if (reason !== undefined)
        throw new StartupError(`A worker exited during the start (${reason}); its output is above.`)
    }),
  )
  for (const worker of workers) void keepRunning(worker)
}

function send(worker: Worker, message: MessageToWorker): void {
  // Ignores send errors, because the `exit` event reports when a worker has ended.
  worker.send(message, () => {})
}
