import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { chooseMail, mailEnvironment } from './mail.ts'

const choose = (variables: Record<string, string>) => chooseMail(readEnvironment(variables))
const server = { SMTP_HOST: 'smtp.example.com', SMTP_ADMIN_EMAIL: 'hello@example.com' }

test('a fresh machine has the stand-in, production has none', () => {
  expect(choose({})).toBe('sandbox')
  expect(choose({ NODE_ENV: 'production' })).toBeUndefined()
  expect(choose({ NODE_ENV: 'production', SANDBOX: '1' })).toBe('sandbox')
  expect(mailEnvironment(undefined)).toEqual({})
})

test('a mail server takes the place of the stand-in, under the names that functions read', () => {
  const settings = choose({ ...server, SMTP_USER: 'us', SMTP_PASS: 'secret' })
  expect(settings).not.toBe('sandbox')
  expect(mailEnvironment(settings as Exclude<typeof settings, 'sandbox'>)).toEqual({
    SMTP_HOST: 'smtp.example.com',
    SMTP_PORT: '587',
    SMTP_USER: 'us',
    SMTP_PASS: 'secret',
    SMTP_ADMIN_EMAIL: 'hello@example.com',
    SMTP_SENDER_NAME: 'Hourspace',
  })
})

test.each([
  [{ SMTP_HOST: 'smtp.example.com' }, /^SMTP_ADMIN_EMAIL is missing/],
  [{ ...server, SMTP_USER: 'us' }, /^SMTP_USER and SMTP_PASS go together/],
  [{ ...server, SMTP_PORT: '0' }, /^SMTP_PORT must be/],
  [{ ...server, SMTP_ADMIN_EMAIL: 'us' }, /^SMTP_ADMIN_EMAIL must be/],
])('settings that do not go together stop the start: %o', (variables, problem) => {
  expect(() => choose(variables)).toThrow(problem)
})
