import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnTarget } from '../target.ts'
import { asked } from './request-line.ts'
import { openRange, runFuzz, type Range } from './run-fuzz.ts'

let range: Range

beforeAll(async () => {
  if (isOwnTarget) range = await openRange()
})
afterAll(async () => {
  if (isOwnTarget) await range.ours.close()
})

// A hundred thousand by hand: node backend/contract/oracle/fuzz.ts
test.runIf(isOwnTarget)(
  'hostile requests fail nothing, send no statement of their own and show nothing hidden',
  async () => {
    const { faults, statements } = await runFuzz(range, { seed: 1, count: 1500 })
    expect(faults).toEqual([])
    expect(statements).toBeGreaterThan(300)
  },
)

test.runIf(isOwnTarget)('the service sees what is hidden from others', async () => {
  const seen = async (as: 'anon' | 'user' | 'service') =>
    (await range.ours.ask(asked('GET', '/notes?select=text', { as }))).body.includes(
      range.marks.marker,
    )
  expect([await seen('anon'), await seen('user'), await seen('service')]).toEqual([
    false,
    false,
    true,
  ])
})
