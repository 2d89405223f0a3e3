import { expect, test } from 'vitest'
import { AuthError } from './errors.ts'
import { assertStrongPassword } from './password-rules.ts'

const rules = {
  passwordMinLength: 8,
  passwordCharacters: [] as string[],
  refuseCommonPasswords: true,
  passwordMinScore: 2,
}

async function reasonsAgainst(
  password: string,
  changes: Partial<typeof rules> = {},
  personal: string[] = [],
) {
  try {
    await assertStrongPassword(password, { ...rules, ...changes }, personal)
    return []
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { weak_password } = error.details as { weak_password?: { reasons: string[] } }
    return weak_password?.reasons ?? [error.code]
  }
}

test('assertStrongPassword accepts an uncommon password of sufficient length', async () => {
  expect(await reasonsAgainst('Kōenji at 7 in the rain')).toEqual([])
})

test('assertStrongPassword rejects a short password, counting characters rather than bytes', async () => {
  expect(await reasonsAgainst('seven77')).toEqual(['length'])
  expect(await reasonsAgainst('東京東京')).toEqual(['length'])
})

test.each(['password1', 'PASSWORD1', 'iloveyou1', 'qwertyuiop'])(
  'assertStrongPassword rejects the common password %s',
  async (known) => {
    expect(await reasonsAgainst(known)).toEqual(['pwned'])
    expect(await reasonsAgainst(known, { passwordMinScore: 0 })).toEqual(['pwned'])
    expect(await reasonsAgainst(known, { refuseCommonPasswords: false })).toEqual(['pwned'])
    expect(
      await reasonsAgainst(known, { refuseCommonPasswords: false, passwordMinScore: 0 }),
    ).toEqual([])
  },
)

test('assertStrongPassword requires a character from each configured group, and reports a missing character together with other reasons', async () => {
  const passwordCharacters = ['abcdefghijklmnopqrstuvwxyz', '0123456789']
  expect(await reasonsAgainst('only letters', { passwordCharacters })).toEqual(['characters'])
  expect(await reasonsAgainst('short', { passwordCharacters })).toEqual(['length', 'characters'])
  expect(await reasonsAgainst('letters and 1 digit', { passwordCharacters })).toEqual([])
})

test('assertStrongPassword rejects a password longer than 72 bytes', async () => {
  expect(await reasonsAgainst('ä'.repeat(37))).toEqual(['validation_failed'])
  expect(await reasonsAgainst('ä'.repeat(36), { passwordMinScore: 0 })).toEqual([])
})

const guessable = [
  'aaaaaa',
  'abcdef',
  '      ',
  '654321',
  '121212',
  '888888',
  '987654321',
  'hourspace',
  'aaaaaaaa',
  'abcdefgh',
  '        ',
  '12121212',
  'hourspace1',
  'Hourspace2026',
]

test.each(guessable)('assertStrongPassword rejects the guessable password %j', async (password) => {
  expect(await reasonsAgainst(password)).not.toEqual([])
  expect(await reasonsAgainst(password, { passwordMinLength: 6 })).toEqual(['pwned'])
})

test("assertStrongPassword rejects a password taken from the user's own email", async () => {
  const personal = ['nia.kowalczyk@example.com']
  expect(await reasonsAgainst('nia.kowalczyk')).toEqual([])
  expect(await reasonsAgainst('nia.kowalczyk', {}, personal)).toEqual(['pwned'])
  expect(await reasonsAgainst('Nia.Kowalczyk@Example.com', {}, personal)).toEqual(['pwned'])
})

test('assertStrongPassword accepts the password of the demo accounts', async () => {
  expect(await reasonsAgainst('hourspace-demo', {}, ['ada@hourspace.demo'])).toEqual([])
})

test('assertStrongPassword rates passwords of 70 to 72 characters about as fast as shorter ones', async () => {
  /** Returns the shortest of five durations in ms, because other processes lengthen some. */
  const timeOf = async (password: string) => {
    const durations = []
    for (let count = 0; count < 5; count += 1) {
      const start = performance.now()
      await reasonsAgainst(password)
      durations.push(performance.now() - start)
    }
    return Math.min(...durations)
  }
  await reasonsAgainst('loads the dictionaries')
  const usual = await timeOf('hourspace-demo-2024-long')
  for (const password of ['aB3'.repeat(24), '1@4$ae30oiI!|l'.repeat(5), 'p4ssw0rd'.repeat(9)])
    expect(await timeOf(password)).toBeLessThan(usual * 20)
})
