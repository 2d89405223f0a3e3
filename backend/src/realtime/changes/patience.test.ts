import { expect, test } from 'vitest'
import { Patience } from './patience.ts'

const caller = (claimsJson: string) => ({ role: 'anon', userId: null, claims: {}, claimsJson })

test('slow answers of one caller are paid for by that caller, for half a minute', () => {
  const patience = new Patience()
  const [one, other] = [caller('1'), caller('2')]
  for (let count = 0; count < 10_000; count += 1) patience.spend(one, 20, 0)
  expect(patience.isUsedUp(one, 0)).toBe(false)
  for (let count = 0; count < 10; count += 1) patience.spend(one, 200, 1_000)
  expect(patience.isUsedUp(one, 1_000)).toBe(true)
  expect(patience.isUsedUp(other, 1_000)).toBe(false)
  expect(patience.isUsedUp(one, 31_000)).toBe(false)
})
