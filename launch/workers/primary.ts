import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Blueprint } from '#launch/blueprint.ts'
import { StartProblem } from '#launch/problem.ts'
import type { Program } from '#launch/program.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))

const firstPauseMs = 100
const lastPauseMs = 30_000
/** Whoever lived this long did not die of the start. */
const steadyMs = 60_000
/** Time to finish what is under way; less than a program gives each of its parts. */
const patienceMs = 7_000

/**
 * Starts workers that answer on the public port, and another one for each that dies, after a pause that
 * grows while they die young. They end with the program, and with this process however it ends.
 *
 * @throws StartProblem when one of the first ones does not come up.
 */
export async function openWorkers(
  program: Program,
  blueprint: Blueprint,
  count: number,
): Promise<void> {
  cluster.setupPrimary({
    exec: workerFile,
    args: [],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const alive = new Set<Worker>()

  /** Starts one. `ended` tells how it went. */
  function hire() {
    const worker = cluster.fork()
    alive.add(worker)
    tell(worker, blueprint)
    const ready = new Promise<void>((resolve) => {
      worker.on('message', (message: FromWorker) => message === 'ready' && resolve())
    })
    const ended = once(worker, 'exit').then(([code, signal]) => {
      alive.delete(worker)
      return String(signal ?? `exit code ${code}`)
    })
    return { ready, ended }
  }

  async function keep(first: ReturnType<typeof hire>): Promise<void> {
    let hired = first
    for (let pauseMs = firstPauseMs; ;) {
      const startedAt = Date.now()
      const end = await hired.ended
      if (Date.now() - startedAt > steadyMs) pauseMs = firstPauseMs
      // Ctrl-C reaches all processes at once; by the end of the pause it is known here, too.
      await sleep(pauseMs)
      if (program.ending.aborted) return
      console.error(`A worker ended (${end}); starting another.`)
      pauseMs = Math.min(pauseMs * 2, lastPauseMs)
      hired = hire()
    }
  }

  program.onClose(async () => {
    for (const worker of alive) tell(worker, 'end')
    const over = Promise.all([...alive].map((worker) => once(worker, 'exit')))
    const isOver = await Promise.race([over.then(() => true), sleep(patienceMs)])
    if (isOver) return
    for (const worker of alive) worker.process.kill('SIGKILL')
    await over
  })
  const crew = Array.from({ length: count }, hire)
  await Promise.all(
    crew.map(async ({ ready, ended }) => {
      const end = await Promise.race([ready, ended])
      if (end !== undefined) throw new StartProblem(`A worker could not start (${end}).`)
    }),
  )
  for (const hired of crew) void keep(hired)
}

function tell(worker: Worker, message: FromPrimary): void {
  // Whoever is gone hears nothing, and its end is seen anyway.
  worker.send(message, () => {})
}
