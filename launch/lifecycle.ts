import { setTimeout as sleep } from 'node:timers/promises'
import { tookStrayError } from '@hourspace/backend/functions/runtime.ts'
import { StartupError } from './startup-error.ts'

export type Lifecycle = {
  /** Runs a start step and prints its label and duration. */
  step<T>(label: string | ((result: T) => string), work: () => Promise<T>): Promise<T>
  /**
   * Like `Promise.all`, but the first rejection starts the shutdown, and all promises are awaited.
   */
  all<T extends readonly Promise<unknown>[]>(
    promises: readonly [...T],
  ): Promise<{ [K in keyof T]: Awaited<T[K]> }>
  /** Registers a cleanup function. Cleanup functions run in reverse order. */
  onClose(close: () => Promise<unknown>): void
  stop(): void
  fail(error: unknown): void
  stopping: AbortSignal
}

/**
 * Time limit of each cleanup function. The limit is short, so that enough time remains to stop
 * PostgreSQL.
 */
const closeTimeoutMs = 8_000

/**
 * Runs a command until it stops, fails or receives SIGINT, SIGTERM or SIGHUP. Then runs the cleanup
 * functions and exits.
 */
export async function runCommand(
  start: (lifecycle: Lifecycle) => Promise<void>,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const stopping = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  let exitCode = 0

  const fail = (error: unknown) => {
    if (stopping.signal.aborted) return
    exitCode = 1
    console.error(error instanceof StartupError ? `\n✗ ${error.message}` : error)
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort())
  // Ignores write errors, because a closed terminal or pipe must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => tookStrayError(error) || fail(error))
  process.on('unhandledRejection', (reason) => {
    if (!tookStrayError(reason)) console.error('Unhandled rejection:', reason)
  })

  const lifecycle: Lifecycle = {
    step: async (label, work) => {
      stopping.signal.throwIfAborted()
      const startedAt = performance.now()
      const result = await work()
      const duration = `${Math.round(performance.now() - startedAt)} ms`.padStart(9)
      const text = typeof label === 'string' ? label : label(result)
      if (!options.quiet) console.log(`  ${duration}  ${text}`)
      return result
    },
    all: async (promises) => {
      // Starts the shutdown when the first promise rejects. Services that are still starting then
      // stop at their next step.
      for (const promise of promises) promise.catch(fail)
      await Promise.allSettled(promises)
      return Promise.all(promises)
    },
    onClose: (close) => closers.push(close),
    stop: () => stopping.abort(),
    fail,
    stopping: stopping.signal,
  }

  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve()),
  )
  await start(lifecycle).catch(fail)
  await stopped
  for (const close of closers.reverse()) {
    const closed = close().catch((error: unknown) => console.error('Cleanup failed:', error))
    await Promise.race([closed, sleep(closeTimeoutMs)])
  }
  process.exit(exitCode)
}
