import { setTimeout as sleep } from 'node:timers/promises'
import { tookStrayError } from '@hourspace/backend/functions/runtime.ts'
import { StartProblem } from './problem.ts'

/** What a program uses to come up step by step and to go down again. */
export type Program = {
  /** Does one step of the start and prints a line with its time; `label` may be told from its result. */
  step<T>(label: string | ((result: T) => string), work: () => Promise<T>): Promise<T>
  /** Waits for all of several works, even after one has failed, so that none goes on by itself. */
  together<T extends readonly Promise<unknown>[]>(
    works: readonly [...T],
  ): Promise<{ [K in keyof T]: Awaited<T[K]> }>
  /** Registers what has to be undone at the end; the last registered goes first. */
  onClose(close: () => Promise<unknown>): void
  /** Ends the program because its work is done. */
  end(): void
  /** Ends the program because of something that happened while it ran. */
  fail(problem: unknown): void
  /** Aborted once the program is to end. */
  ending: AbortSignal
}

/** One part that does not close must not keep the rest, PostgreSQL last, from closing. */
const closeLimitMs = 8_000

/**
 * Runs a program until Ctrl-C or SIGTERM, then closes what it opened and exits with code 0; with code 1 after a
 * problem. A signal during the start lets the step under way finish, so that nothing is left half open.
 *
 * @param options `quiet` keeps the lines of the steps away.
 */
export async function runProgram(
  start: (program: Program) => Promise<void>,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const ending = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  let exitCode = 0

  const fail = (problem: unknown) => {
    if (ending.signal.aborted) return
    exitCode = 1
    // Something the person can put right takes one line; anything else is a defect and shows where.
    console.error(problem instanceof StartProblem ? `\n✗ ${problem.message}` : problem)
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => ending.abort())
  // A closed terminal or pipe is no reason to go down.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => tookStrayError(error) || fail(error))
  process.on('unhandledRejection', (reason) => {
    if (!tookStrayError(reason)) console.error('Unhandled rejection:', reason)
  })

  const program: Program = {
    step: async (label, work) => {
      ending.signal.throwIfAborted()
      const startedAt = performance.now()
      const result = await work()
      const text = typeof label === 'string' ? label : label(result)
      if (!options.quiet) console.log(`  ${formatMs(performance.now() - startedAt)}  ${text}`)
      return result
    },
    together: async (works) => {
      // The first failure ends the program at once; the other works then stop at their next step.
      for (const work of works) work.catch(fail)
      await Promise.allSettled(works)
      return Promise.all(works)
    },
    onClose: (close) => closers.push(close),
    end: () => ending.abort(),
    fail,
    ending: ending.signal,
  }

  const ended = new Promise<void>((resolve) =>
    ending.signal.addEventListener('abort', () => resolve()),
  )
  await start(program).catch(fail)
  await ended
  for (const close of closers.reverse()) {
    const closed = close().catch((error: unknown) => console.error(error))
    await Promise.race([closed, sleep(closeLimitMs)])
  }
  process.exit(exitCode)
}

function formatMs(ms: number): string {
  return `${Math.round(ms)} ms`.padStart(9)
}
