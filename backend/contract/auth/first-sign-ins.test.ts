import { expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget } from '../target.ts'

test.runIf(isOwnTarget)(
  'concurrent first sign-ins succeed before any signing key exists',
  async () => {
    const target = await openTarget()
    // Anonymous sign-ins need no password hashing, so all sessions are created at the same time.
    const all = Array.from({ length: 24 }, () => clientOf(target).auth.signInAnonymously())
    const responses = await Promise.all(all)
    expect(responses.filter(({ data }) => data.session === null)).toEqual([])
    await target.close()
  },
)
