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

test('accepts an uncommon password of sufficient length', () => {
  expect(reasonsAgainst('Kōenji at 7 in the rain')).toEqual([])
})

test('rejects a short password, counting characters instead of bytes', () => {
  expect(reasonsAgainst('seven77')).toEqual(['length'])
  expect(reasonsAgainst('東京東京')).toEqual(['length'])
})

test.each(['password1', 'PASSWORD1', 'iloveyou1', 'qwertyuiop'])(
  'rejects the common password %s',
  (known) => {
    expect(reasonsAgainst(known)).toEqual(['pwned'])
    expect(reasonsAgainst(known, { refuseCommonPasswords: false })).toEqual([])
  },
)

test('requires a character of each configured group and lists all reasons', () => {
  const passwordCharacters = ['abcdefghijklmnopqrstuvwxyz', '0123456789']
  expect(reasonsAgainst('only letters', { passwordCharacters })).toEqual(['characters'])
  expect(reasonsAgainst('short', { passwordCharacters })).toEqual(['length', 'characters'])
  expect(reasonsAgainst('letters and 1 digit', { passwordCharacters })).toEqual([])
})

test('rejects a password longer than the 72 bytes that can be hashed', () => {
  expect(reasonsAgainst('ä'.repeat(37))).toEqual(['validation_failed'])
  expect(reasonsAgainst('ä'.repeat(36))).toEqual([])
})

test('checks passwords in order of arrival, however long loading the stored hash takes', async () => {
  // Argon2 hashes are checked without the database.
  const passwords = createPasswords(undefined as never)
  const stored = await passwords.hash('their own')
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const verify = (name: string, found: Promise<void>) =>
    passwords.verifyInTurn('their own', {
      begin: async () => {
        begun.push(name)
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
  expect(begun).toEqual(['slow', 'slow, too'])
  gate.resolve()
  expect(await Promise.all(all)).toEqual([true, true, true])
  expect(begun).toEqual(['slow', 'slow, too', 'quick'])
})
