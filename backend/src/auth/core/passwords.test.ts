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

test('a password of some length that nobody guesses is taken', () => {
  expect(reasonsAgainst('Kōenji at 7 in the rain')).toEqual([])
})

test('a short one is refused, by characters and not by bytes', () => {
  expect(reasonsAgainst('seven77')).toEqual(['length'])
  expect(reasonsAgainst('東京東京')).toEqual(['length'])
})

test.each(['password1', 'PASSWORD1', 'iloveyou1', 'qwertyuiop'])('%s is guessed first', (known) => {
  expect(reasonsAgainst(known)).toEqual(['pwned'])
  expect(reasonsAgainst(known, { refuseCommonPasswords: false })).toEqual([])
})

test('of each group of characters one is needed, and every reason is told', () => {
  const passwordCharacters = ['abcdefghijklmnopqrstuvwxyz', '0123456789']
  expect(reasonsAgainst('only letters', { passwordCharacters })).toEqual(['characters'])
  expect(reasonsAgainst('short', { passwordCharacters })).toEqual(['length', 'characters'])
  expect(reasonsAgainst('letters and 1 digit', { passwordCharacters })).toEqual([])
})

test('more than can be hashed is refused rather than cut', () => {
  expect(reasonsAgainst('ä'.repeat(37))).toEqual(['validation_failed'])
  expect(reasonsAgainst('ä'.repeat(36))).toEqual([])
})

test('who comes first is looked at first, however long it takes to find what theirs is compared with', async () => {
  // Nothing is asked of the database for a password in today's form.
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
