import { parseArgs } from 'node:util'
import { printed } from './differences.ts'
import { ensureCluster, openPair } from './pair.ts'
import { hasPostgrest, noPostgrest } from './postgrest.ts'
import {
  generated,
  generators,
  runDifferential,
  written,
  type Kind,
  type Report,
} from './run-differential.ts'
import { openState } from './state.ts'

/**
 * `node backend/contract/oracle/differential.ts --seed 1 --count 2000 [--only read|write|rpc]`
 * sends the requests from requests.txt and generated requests to the data API and PostgREST and
 * prints the differences between their responses.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string' }, only: { type: 'string' } },
  })
  if (!hasPostgrest) return console.log(noPostgrest)
  const only = values.only
  if (only !== undefined && !(only in generators))
    throw new Error(`--only ${only}: read, write or rpc`)
  const stopCluster = await ensureCluster()
  const pair = await openPair()
  try {
    const seed = Number(values.seed ?? 1)
    const options = { seed, count: Number(values.count ?? 2000), only: only as Kind | undefined }
    const requests = [...(only ? [] : await written()), ...generated(options)]
    const report = await runDifferential(pair, await openState(pair.sql), requests, {
      shrinks: true,
    })
    print(report)
    process.exitCode = report.findings.length > 0 ? 1 : 0
  } finally {
    await pair.close()
    await stopCluster()
  }
}

function print(report: Report): void {
  for (const { signature, times, examples } of report.findings) {
    console.log(`\n## ${times} × ${signature}`)
    for (const { line, ours, theirs } of examples) {
      const [own, other] = [ours, theirs].map((answer) => printed(answer).slice(0, 500))
      console.log(`${line}\n-- ours\n${own}\n-- PostgREST 12\n${other}`)
    }
  }
  const { compared, byMethod, same, unexplained, statuses, explained } = report
  const methods = [...byMethod].map(([method, times]) => `${times} ${method}`).join(', ')
  console.log(
    `\n${compared} requests (${methods}): ${same} the same, ${compared - same - unexplained} differ for a reason, ${unexplained} unexplained`,
  )
  const byStatus = [...statuses].sort(([a], [b]) => a - b)
  console.log(`statuses: ${byStatus.map(([status, times]) => `${status} ${times}`).join(', ')}`)
  for (const [reason, times] of [...explained].sort(([, a], [, b]) => b - a))
    console.log(`${times} × ${reason}`)
}

await main()
