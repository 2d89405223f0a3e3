import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnTarget } from '../target.ts'
import { openPair, type Pair } from './pair.ts'
import { hasPostgrest } from './postgrest.ts'
import { generated, runDifferential, written } from './run-differential.ts'
import { openState, type State } from './state.ts'

let pair: Pair
let state: State

// For a longer comparison, run: node backend/contract/oracle/differential.ts
const isComparable = hasPostgrest && isOwnTarget
beforeAll(async () => {
  if (!isComparable) return
  pair = await openPair()
  state = await openState(pair.sql)
})
afterAll(async () => {
  if (isComparable) await pair.close()
})

test.runIf(isComparable)(
  'the data API responds to the requests of requests.txt like PostgREST 12, except for explained differences',
  async () => {
    const { findings } = await runDifferential(pair, state, await written())
    expect(findings.map(({ signature, examples }) => [signature, examples[0]?.line])).toEqual([])
  },
)

test.runIf(isComparable)(
  'the data API responds to generated requests like PostgREST 12, except for explained differences',
  async () => {
    const requests = generated({ seed: 20, count: 60 })
    const { compared, findings } = await runDifferential(pair, state, requests)
    expect(findings.map(({ signature, examples }) => [signature, examples[0]?.line])).toEqual([])
    expect(compared).toBe(60)
  },
)
