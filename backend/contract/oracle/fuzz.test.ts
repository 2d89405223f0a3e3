import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnTarget } from '../target.ts'
import { testRequest } from './request-line.ts'
import { openRange, runFuzz, type Range } from './run-fuzz.ts'

let range: Range

beforeAll(async () => {
  if (isOwnTarget) range = await openRange()
})
afterAll(async () => {
  if (isOwnTarget) await range.ours.close()
})

// To send 100,000 requests, run: node backend/contract/oracle/fuzz.ts
test.runIf(isOwnTarget)(
  'hostile data API requests cause no 5xx response, no SQL injection and no response with rows that row-level security hides',
  async () => {
    const { faults, statements } = await runFuzz(range, { seed: 1, count: 750 })
    expect(faults).toEqual([])
    expect(statements).toBeGreaterThan(150)
  },
)

test.runIf(isOwnTarget)(
  'service_role sees the canary rows that row-level security hides from other roles',
  async () => {
    const seen = async (as: 'anon' | 'user' | 'service') =>
      (await range.ours.ask(testRequest('GET', '/notes?select=text', { as }))).body.includes(
        range.marks.marker,
      )
    expect([await seen('anon'), await seen('user'), await seen('service')]).toEqual([
      false,
      false,
      true,
    ])
  },
)
