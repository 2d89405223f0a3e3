import { expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password } from '../target.ts'

test.runIf(isOwnTarget)('many at once, before any key was ever made, are all let in', async () => {
  const target = await openTarget()
  const all = Array.from({ length: 24 }, () =>
    clientOf(target).auth.signUp({ email: newEmail(), password }),
  )
  const answers = await Promise.all(all)
  expect(answers.filter(({ data }) => data.session === null)).toEqual([])
  await target.close()
})
