import { text } from 'node:stream/consumers'
import { differences, printed } from './differences.ts'
import { ensureCluster, openPair } from './pair.ts'
import { hasPostgrest, noPostgrest } from './postgrest.ts'
import { parseLine } from './request-line.ts'
import { openState } from './state.ts'

/**
 * `node backend/contract/oracle/compare.ts 'GET /films?select=id' 'user PATCH /films?id=eq.1 |
 * Prefer: return=representation | {"year":1}'` prints the responses of the data API and PostgREST
 * to each request, and the differences between them. Without arguments, it reads requests from
 * standard input. It undoes the changes of each request.
 */
async function main(): Promise<void> {
  if (!hasPostgrest) return console.log(noPostgrest)
  const given = process.argv.slice(2)
  const lines = given.length > 0 ? given : (await text(process.stdin)).split('\n')
  const stopCluster = await ensureCluster()
  const pair = await openPair()
  const state = await openState(pair.sql)
  try {
    for (const line of lines.filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
      const request = parseLine(line)
      const ours = await state.after(() => pair.ask(request))
      const theirs = await state.after(() => pair.askOracle(request))
      const found = differences(request, ours, theirs)
      console.log(`== ${line}\n-- ours\n${printed(ours)}\n-- PostgREST 12\n${printed(theirs)}`)
      console.log(found.length === 0 ? '-- same' : `-- differs: ${found.join('; ')}`)
    }
  } finally {
    await pair.close()
    await stopCluster()
  }
}

await main()
