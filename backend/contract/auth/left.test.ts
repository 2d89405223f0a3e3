import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { left } from './ledger.ts'
import { ask } from './person-with-factor.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

test.runIf(isOwnTarget).each(Object.keys(left))('%s is answered as unknown', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const answer = await ask(target, target.serviceRoleKey, method, path)
    expect([method, answer.status]).toEqual([method, 404])
  }
})
