import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('verifyInTurn verifies passwords in order of arrival, even if the stored hash for an earlier password loads slowly', async () => {
  // Verifying an argon2 hash uses no database, so the test passes no connection.
  const passwords = createPasswords(undefined as never, { memory: 8, passes: 1 })
  const stored = await passwords.hash('their own')
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const verify = (name: string, found: Promise<void>) =>
    passwords.verifyInTurn('their own', {
      begin: async () => {
        started.push(name)
        await found
        return stored
      },
      wrong: () => Promise.resolve(),
      signal: new AbortController().signal,
    })
  const all = [
    verify('slow', gate.promise),
    verify('slow, too', gate.promise),
    verify('quick', Promise.resolve()),
  ]
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['slow', 'slow, too'])
  gate.resolve()
  expect(await Promise.all(all)).toEqual([true, true, true])
  expect(started).toEqual(['slow', 'slow, too', 'quick'])
})
