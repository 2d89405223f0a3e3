import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import setUp from '@hourspace/launch/testing/global-setup.ts'
import { noTotals, runModel, type Totals } from '@hourspace/supabase/functions/tests/model/model.ts'
import { sequences, sweepCrashes } from '@hourspace/supabase/functions/tests/model/sweep.ts'

/**
 * Model test: runs random booking and payment steps with crashes and checks invariants
 * (`supabase/functions/tests/model`). Adds the results of random runs to `model.json` in the data
 * folder. `bench/model-runs.md` lists past runs.
 *
 *     npm run bench -- model.ts [--steps 100000] [--minutes 1440]
 *     npm run bench -- model.ts --seed N   # Replays one seed and shrinks a failing sequence.
 *     npm run bench -- model.ts --sweep    # Crashes each operation at each SQL statement and
 *                                          # Stripe request, instead of random steps.
 */
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '1440' },
    seed: { type: 'string' },
    sweep: { type: 'boolean', default: false },
  },
})
const saveEveryMs = 10_000

const folder = process.env['HOURSPACE_DATA_DIR'] ?? join(import.meta.dirname, '..', '.hourspace')
const file = join(folder, 'model.json')
const isRepeat = values.seed !== undefined
const totals: Totals =
  !isRepeat && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Totals) : noTotals()
const startedWith = totals.steps
const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000

let savedAt = 0
function save(): void {
  savedAt = performance.now()
  if (isRepeat) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(totals, null, 2)}\n`)
}

function report(): void {
  const made = totals.steps - startedWith
  console.log(
    `${made} steps, ${(made / seconds()).toFixed(0)}/s; in total ${totals.steps} steps, ` +
      `${totals.crashes} crashes, ${totals.failures.length} failed seeds`,
  )
}

const tearDown = await setUp()
if (values.sweep) {
  const wrong = await sweepCrashes(sequences, (name, crashes) =>
    console.log(`${name}: ${crashes} crashes`),
  )
  console.log([`${wrong.length} violations`, ...wrong].join('\n'))
  await tearDown()
  process.exit(wrong.length > 0 ? 1 : 0)
}
let known = totals.failures.length
let isStopped = false
process.once('SIGINT', () => (isStopped = true))
process.once('SIGTERM', () => (isStopped = true))
try {
  await runModel(totals, {
    seeds: () => Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    shrinks: isRepeat,
    enough: () => {
      for (const { seed, violations } of totals.failures.slice(known))
        console.log(`seed ${seed}: ${violations}\n`)
      known = totals.failures.length
      if (performance.now() - savedAt > saveEveryMs) {
        save()
        report()
      }
      return (
        isStopped ||
        (isRepeat && totals.runs > 0) ||
        totals.steps - startedWith >= Number(values.steps) ||
        seconds() >= Number(values.minutes) * 60
      )
    },
  })
} finally {
  save()
  report()
  await tearDown()
}
process.exit(totals.failures.length > known ? 1 : 0)
