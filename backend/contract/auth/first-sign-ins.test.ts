import { expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget } from '../target.ts'

test.runIf(isOwnTarget)('many at once, before any key was ever made, are all let in', async () => {
  const target = await openTarget()
  // Without an address: no password is hashed, so that all of them ask for their session together.
  const all = Array.from({ length: 24 }, () => clientOf(target).auth.signInAnonymously())
  const answers = await Promise.all(all)
  expect(answers.filter(({ data }) => data.session === null)).toEqual([])
  await target.close()
})
