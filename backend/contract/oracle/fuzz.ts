import { parseArgs } from 'node:util'
import { ensureCluster } from './pair.ts'
import { openRange, runFuzz } from './run-fuzz.ts'

/**
 * `node backend/contract/oracle/fuzz.ts --count 100000 --seed 1` sends hostile requests to the data
 * API. It fails if a request causes a 5xx, SQL that the data API's query planner cannot produce, or
 * a response with hidden rows.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string' } },
  })
  const options = { seed: Number(values.seed ?? 1), count: Number(values.count ?? 100_000) }
  const stopCluster = await ensureCluster()
  const range = await openRange()
  try {
    const { count, seconds, statements, texts, statuses, faults } = await runFuzz(range, options)
    for (const fault of faults.slice(0, 200)) console.log(fault.slice(0, 1500))
    const byStatus = [...statuses].sort(([a], [b]) => a - b)
    console.log(
      `${count} requests in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second; ${statements} statements of ${texts} texts`,
    )
    console.log(`statuses: ${byStatus.map(([status, times]) => `${status} ${times}`).join(', ')}`)
    console.log(`${faults.length} faults`)
    process.exitCode = faults.length > 0 ? 1 : 0
  } finally {
    await range.ours.close()
    await stopCluster()
  }
}

await main()
