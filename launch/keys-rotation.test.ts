import { readFileSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackendProcess } from './testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { runCommand } from './testing/run-command.ts'
import { runFolder } from './testing/run.ts'

const HOURSPACE_DATA_DIR = `${runFolder()}/rotation`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = (variables: Record<string, string> = {}) =>
  startBackendProcess(database.url, { HOURSPACE_DATA_DIR, SUPABASE_DIR: 'none', ...variables })

async function keys(args: string[], variables: Record<string, string> = {}): Promise<string> {
  const all = { DATABASE_URL: database.url, HOURSPACE_DATA_DIR, ...variables }
  const { out, code } = await runCommand(['keys', ...args], all)
  if (code !== 0) throw new Error(out)
  return out
}

const clientOf = ({ url }: { url: string }, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

test('a user stays signed in and their authenticator app works after `keys rotate` and `keys retire`', async () => {
  const first = await start({ ENABLE_EMAIL_AUTOCONFIRM: 'true' })
  const oldKey = first.keys.anonKey
  const { auth } = clientOf(first, oldKey)
  await auth.signUp({ email: 'a@example.com', password: 'long enough for this' })
  await database.sql`update auth.users set confirmation_sent_at = email_confirmed_at`
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
  const factorId = factor!.id
  const otp = new TOTP({ secret: Secret.fromBase32(factor!.totp!.secret) })
  // The server accepts each code only once, so the second verification uses the code of the next
  // 30 s, which is already valid. A code of the previous 30 s could expire before it arrives.
  const codeAfter = (steps: number) => otp.generate({ timestamp: Date.now() + steps * 30_000 })
  expect((await auth.mfa.challengeAndVerify({ factorId, code: codeAfter(0) })).error).toBeNull()
  expect(await keys(['export-authenticators'])).toBe(
    `update auth.mfa_factors set secret = '${otp.secret.base32}' where id = '${factorId}';`,
  )
  const session = (await auth.getSession()).data.session!
  await first.interrupt()

  const BACKUP_DIR = `${runFolder()}/rotation-backups`
  await keys(['rotate'], { BACKUP_DIR })
  const current = readFileSync(`${HOURSPACE_DATA_DIR}/keys.json`, 'utf8')
  expect(readFileSync(`${BACKUP_DIR}/keys.json`, 'utf8')).toBe(current)
  await expect(keys(['retire'])).rejects.toThrow('The server still uses the old secrets')
  const second = await start()
  expect(second.keys.anonKey).not.toBe(oldKey)
  const afterRotation = clientOf(second, oldKey).auth
  expect((await afterRotation.getUser(session.access_token)).error).toBeNull()
  const refreshed = await afterRotation.refreshSession(session)
  expect(refreshed.error).toBeNull()
  const keySet = await fetch(`${second.url}/auth/v1/.well-known/jwks.json`)
  expect(((await keySet.json()) as { keys: unknown[] }).keys).toHaveLength(2)
  await second.interrupt()

  await keys(['retire'])
  const third = await start()
  const afterRemoval = clientOf(third, third.keys.anonKey).auth
  expect((await afterRemoval.refreshSession(refreshed.data.session!)).error).toBeNull()
  const verified = await afterRemoval.mfa.challengeAndVerify({ factorId, code: codeAfter(1) })
  expect(verified.error).toBeNull()
  const refused = await fetch(`${third.url}/rest/v1/`, { headers: { apikey: oldKey } })
  expect(refused.status).toBe(401)
  await third.interrupt()
})

test('a start with changed secrets fails and keeps keys.json, and `keys discard` deletes rows that the new secrets cannot decrypt', async () => {
  const JWT_SECRET = 'a JWT secret that is not the one of before'
  const file = `${HOURSPACE_DATA_DIR}/keys.json`
  const before = readFileSync(file, 'utf8')
  await expect(start({ JWT_SECRET })).rejects.toThrow(
    /The secrets of this server have changed: it cannot decrypt signing keys \(2\), authenticators \(1\) in the database/,
  )
  expect(readFileSync(file, 'utf8')).toBe(before)
  await expect(keys(['discard'], { JWT_SECRET })).rejects.toThrow('Add --yes')
  expect(await keys(['discard', '--yes'])).toMatch('nothing is deleted')
  expect(await keys(['discard', '--yes'], { JWT_SECRET })).toMatch('Deleted 1 authenticators')
  expect(await database.sql`select from auth.mfa_factors`).toHaveLength(0)
})

test('`keys rotate` prints the settings of each step if JWT_SECRET is set', async () => {
  const JWT_SECRET = 'a JWT secret that is set on every machine'
  const { steps } = JSON.parse(await keys(['rotate', '--json'], { JWT_SECRET })) as {
    steps: { settings: Record<string, string> }[]
  }
  const jwtSecret = steps[1]!.settings['JWT_SECRET']!
  const serverSecret = steps[2]!.settings['SERVER_SECRETS']!
  expect(steps.map(({ settings }) => settings)).toEqual([
    { ACCEPTED_JWT_SECRETS: jwtSecret, SERVER_SECRETS: `${JWT_SECRET},${serverSecret}` },
    {
      JWT_SECRET: jwtSecret,
      ACCEPTED_JWT_SECRETS: JWT_SECRET,
      SERVER_SECRETS: `${serverSecret},${JWT_SECRET}`,
    },
    { ACCEPTED_JWT_SECRETS: '', SERVER_SECRETS: serverSecret },
  ])
})
