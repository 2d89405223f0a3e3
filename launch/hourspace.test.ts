import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkEndpoints } from './commands/doctor.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { runCommand } from './testing/run-command.ts'
import { childEnvironment, runFolder } from './testing/run.ts'
import { connectEvents, platformEvents } from './webhook-events.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const variables = () => ({
  DATABASE_URL: database.url,
  HOURSPACE_DATA_DIR: `${runFolder()}/commands`,
})

const hourspace = (...args: string[]) => runCommand(args, variables())

/** Runs the file of the command line, as an operator does. */
async function execHourspace(...args: string[]): Promise<{ out: string; code: number }> {
  const file = fileURLToPath(new URL('hourspace.ts', import.meta.url))
  try {
    const env = { ...childEnvironment(), ...variables() }
    const run = await promisify(execFile)(file, args, { env })
    return { out: run.stdout.trim(), code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { out: (stdout + stderr).trim(), code }
  }
}

test('`admin grant` makes a user an admin, `admin revoke` removes the rights, and the audit log records both commands', async () => {
  const [user] = await database.sql<{ id: string }[]>`
    insert into auth.users (email) values ('first@example.com') returning id`
  const { id } = user!
  const isAdmin = async () =>
    (await database.sql`select is_admin from profiles where id = ${id}`)[0]?.['is_admin']
  expect(await hourspace('admin', 'grant', 'First@example.com')).toEqual({
    out: 'first@example.com is an admin now.',
    code: 0,
  })
  expect(await isAdmin()).toBe(true)
  expect(JSON.parse((await hourspace('admin', 'list', '--json')).out)).toMatchObject([{ id }])
  expect(await hourspace('admin', 'revoke', id)).toMatchObject({ code: 0 })
  expect(await isAdmin()).toBe(false)
  expect(
    await database.sql`select action, admin_id, target_id from admin_actions order by id`,
  ).toEqual([
    { action: 'user.grant_admin', admin_id: null, target_id: id },
    { action: 'user.revoke_admin', admin_id: null, target_id: id },
  ])
})

test('`user ban` expires the sessions of an account, `user unban` lifts the ban, and `user delete` requires --yes', async () => {
  const [user] = await database.sql<{ id: string }[]>`
    insert into auth.users (email) values ('spam@example.com') returning id`
  const { id } = user!
  await database.sql`insert into auth.sessions (user_id) values (${id})`
  expect(await execHourspace('user', 'ban', id)).toMatchObject({
    out: expect.stringContaining("required option '--reason <text>' not specified"),
    code: 1,
  })
  await hourspace('user', 'ban', id, '--reason', 'Spam', '--days', '7')
  const state = async () =>
    (
      await database.sql`
        select banned_until > now() + interval '6 days' as banned,
          (select count(*)::int from auth.sessions where user_id = ${id}) as sessions,
          (select count(*)::int from auth.sessions
            where user_id = ${id} and not_after <= now()) as expired
        from auth.users where id = ${id}`
    )[0]
  expect(await state()).toEqual({ banned: true, sessions: 1, expired: 1 })
  await hourspace('user', 'unban', id)
  expect(await state()).toMatchObject({ banned: null })
  expect(await hourspace('user', 'delete', id)).toMatchObject({ code: 1 })
  expect(await hourspace('user', 'delete', id, '--yes')).toMatchObject({ code: 0 })
  expect(
    await database.sql`select action, reason from admin_actions where target_id = ${id} order by id`,
  ).toEqual([
    { action: 'user.ban', reason: 'Spam' },
    { action: 'user.unban', reason: '' },
    { action: 'user.delete', reason: '' },
  ])
})

test('`doctor` reports synchronized clocks, a missing admin and a job that failed five times in a row', async () => {
  await database.sql`
    insert into hourspace_backend.jobs (name, error, failures) values ('pay hosts', '500 no', 5)`
  const { out, code } = await hourspace('doctor', '--json')
  const messages = (JSON.parse(out) as { state: string; message: string }[]).map(
    ({ state, message }) => `${state}: ${message}`,
  )
  expect(messages).toContain('ok: The clocks of this machine and the database agree')
  expect(messages).toContainEqual(expect.stringMatching(/^ok: Encryption: secret [0-9a-f]{4}$/))
  expect(messages).toContain('warning: There is no admin: run hourspace admin grant <email>')
  expect(messages).toContain('error: The job "pay hosts" failed 5 times in a row: 500 no')
  expect(code).toBe(1)
})

test('`doctor` reports the free disk space of the data folder, even if uploads are stored in S3', async () => {
  mkdirSync(variables().HOURSPACE_DATA_DIR, { recursive: true })
  const { out } = await runCommand(['doctor', '--json'], {
    ...variables(),
    S3_BUCKET: 'uploads',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  expect(out).toMatch(/The disk of .* GB left/)
})

test('`doctor` names the settings whose unquoted value contains #', async () => {
  const file = `${runFolder()}/settings.env`
  writeFileSync(
    file,
    "# SITE_URL=#\nSMTP_USER='a#b'\nSMTP_PASS=se#cret\nCAPTCHA_SECRET=#b\nSMTP_HOST=\n# Comment\n",
  )
  vi.spyOn(process, 'execArgv', 'get').mockReturnValue([`--env-file=${file}`])
  const { out } = await hourspace('doctor', '--json')
  expect(out.match(/\w+ contains #/g)).toEqual([
    'SMTP_PASS contains #',
    'CAPTCHA_SECRET contains #',
  ])
})

test('`doctor` reports missing Stripe webhook endpoints and missing webhook events', () => {
  const url = 'https://www.example.com/functions/v1/stripe-webhook'
  const all = { enabled_events: ['*'] }
  const states = (...endpoints: { enabled_events: string[] }[]) =>
    checkEndpoints(url, endpoints).map(({ state, message }) => `${state}: ${message}`)
  expect(states()).toEqual([`error: Stripe has no enabled webhook endpoint for ${url}`])
  expect(states(all)).toEqual([expect.stringMatching(/^error: Stripe has only one/)])
  expect(states(all, all)).toEqual(['ok: Stripe sends the needed events to the webhook'])
  const [lost, ...others] = connectEvents
  expect(states({ enabled_events: [...platformEvents] }, { enabled_events: [...others] })).toEqual([
    `error: The webhook endpoints at Stripe lack these events: ${lost}`,
  ])
})

test('the hourspace command prints one line for a failure and exits with code 1', async () => {
  expect(await execHourspace('admin', 'grant', 'nobody@example.com')).toEqual({
    out: '✗ There is no account nobody@example.com: check the email or id, or let the user sign up first.',
    code: 1,
  })
})
