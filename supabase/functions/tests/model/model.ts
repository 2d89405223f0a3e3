import * as fc from 'fast-check'
import { runUntil } from './crashes.ts'
import { earlyTransfers, settle, violations } from './invariants.ts'
import { passesTime, step, type Operation, type Step } from './operations.ts'
import { openStage, type Stage } from './stage.ts'
import { openWorld, perform, type World } from './world.ts'

const stepsPerRun = 100
/** Time limit of a run, so that an operation that never ends is noticed. */
const timeLimitMs = 600_000
/** Number of steps before a new server starts. Dead rows slow down a server with many steps. */
const stepsPerServer = 20_000

export type Totals = {
  steps: number
  runs: number
  crashes: number
  operations: Record<string, number>
  failures: { seed: number; violations: string }[]
}

export const noTotals = (): Totals => ({
  steps: 0,
  runs: 0,
  crashes: 0,
  operations: {},
  failures: [],
})

class StepCommand implements fc.AsyncCommand<object, World> {
  readonly #step: Step
  readonly #totals: Totals

  constructor(given: Step, totals: Totals) {
    this.#step = given
    this.#totals = totals
  }

  check = () => true

  async run(_model: object, world: World): Promise<void> {
    const { operation, crash, beside } = this.#step
    this.#totals.steps += 1
    const first = this.#perform(world, operation, crash)
    // An operation that lets time pass runs alone, because it moves the times of all rows into the
    // past.
    if (passesTime(operation)) await first
    const second = beside && !passesTime(beside) ? this.#perform(world, beside, null) : []
    const outcomes = await Promise.all([first, second])
    const found = [...outcomes.flat(), ...(await violations(world))]
    if (operation.type === 'job' || beside?.type === 'job')
      found.push(...(await earlyTransfers(world)))
    if (found.length > 0) throw new Error(found.join('; '))
  }

  async #perform(world: World, operation: Operation, crash: Step['crash']): Promise<string[]> {
    let hasEnded = false
    const answer = await runUntil(
      crash,
      async () => {
        const given = await perform(world, operation)
        hasEnded = true
        return given
      },
      {
        isWebhook: operation.type === 'webhooks',
        onCrash: () => (this.#totals.crashes += 1),
      },
    )
    const { operations } = this.#totals
    const name =
      `${operation.type} ${hasEnded ? (answer?.body['code'] ?? answer?.status ?? '') : 'crash'}`.trim()
    operations[name] = (operations[name] ?? 0) + 1
    return answer && answer.status >= 500
      ? [`${operation.type} answered ${answer.status} ${JSON.stringify(answer.body)}`]
      : []
  }

  toString = () => JSON.stringify(this.#step)
}

/**
 * Runs random steps until `enough` returns true. If `shrinks` is true, reduces each failing
 * sequence to few steps.
 */
export async function runModel(
  totals: Totals,
  {
    seeds,
    enough,
    shrinks = false,
  }: { seeds: () => number; enough: () => boolean; shrinks?: boolean },
): Promise<void> {
  let stage = await openStage()
  let openedAt = totals.steps
  try {
    while (!enough()) {
      if (totals.steps - openedAt >= stepsPerServer) {
        await stage.close()
        stage = await openStage()
        openedAt = totals.steps
      }
      const seed = seeds()
      totals.runs += 1
      const failure = await runSeed(stage, seed, totals, shrinks)
      if (failure === null) continue
      totals.failures.push({ seed, violations: failure })
      await stage.close()
      stage = await openStage()
    }
  } finally {
    await stage.close()
  }
}

async function runSeed(
  stage: Stage,
  seed: number,
  totals: Totals,
  shrinks: boolean,
): Promise<string | null> {
  const commands = fc.commands([step.map((given) => new StepCommand(given, totals))], {
    maxCommands: stepsPerRun,
    size: 'max',
  })
  const property = fc.asyncProperty(commands, async (given) => {
    const world = await openWorld(stage)
    await fc.asyncModelRun(() => ({ model: {}, real: world }), given)
    const found = await settle(world)
    if (found.length > 0) throw new Error(`at the end: ${found.join('; ')}`)
  })
  const result = await fc.check(property, {
    seed,
    numRuns: 1,
    unbiased: true,
    endOnFailure: !shrinks,
    interruptAfterTimeLimit: timeLimitMs,
  })
  if (!result.failed) return null
  if (result.interrupted) return `the sequence did not end within ${timeLimitMs} ms`
  const cause = result.errorInstance
  return `${cause instanceof Error ? cause.stack : String(cause)}\n${result.counterexample?.toString()}`
}
