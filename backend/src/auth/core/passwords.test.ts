import { expect, test } from 'vitest'
import { AuthError } from './errors.ts'
import { assertStrongPassword, createPasswords } from './passwords.ts'

const rules = { passwordMinLength: 8, passwordCharacters: [], refuseCommonPasswords: true }

function reasonsAgainst(password: string, changes: Partial<typeof rules> | object = {}) {
  try {
    assertStrongPassword(password, { ...rules, ...changes })
    return []
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { weak_password } = error.details as { weak_password?: { reasons: string[] } }
    return weak_password?.reasons ?? [error.code]
  }
}

test('assertStrongPassword accepts an uncommon password of sufficient length', () => {
  expect(reasonsAgainst('Kōenji at 7 in the rain')).toEqual([])
})

test('assertStrongPassword rejects a short password, counting characters rather than bytes', () => {
  expect(reasonsAgainst('seven77')).toEqual(['length'])
  expect(reasonsAgainst('東京東京')).toEqual(['length'])
})

test.each(['password1', 'PASSWORD1', 'iloveyou1', 'qwertyuiop'])(
  'assertStrongPassword rejects the common password %s',
  (known) => {
    expect(reasonsAgainst(known)).toEqual(['pwned'])
    expect(reasonsAgainst(known, { refuseCommonPasswords: false })).toEqual([])
  },
)

test('assertStrongPassword requires a character from each configured group and lists all missing groups', () => {
  const passwordCharacters = ['abcdefghijklmnopqrstuvwxyz', '0123456789']
  expect(reasonsAgainst('only letters', { passwordCharacters })).toEqual(['characters'])
  expect(reasonsAgainst('short', { passwordCharacters })).toEqual(['length', 'characters'])
  expect(reasonsAgainst('letters and 1 digit', { passwordCharacters })).toEqual([])
})

test('assertStrongPassword rejects a password longer than the 72 bytes that can be hashed', () => {
  expect(reasonsAgainst('ä'.repeat(37))).toEqual(['validation_failed'])
  expect(reasonsAgainst('ä'.repeat(36))).toEqual([])
})

test('verifyInTurn verifies passwords in order of arrival, even if an earlier stored hash loads slowly', async () => {
  // Argon2 hashes are verified without the database, so the test passes no connection.
  const passwords = createPasswords(undefined as never)
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
