import { company } from '@hourspace/domain/company.ts'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { chooseMail, chooseSms, mailVariables } from './mail.ts'

const choose = (variables: Record<string, string>) => chooseMail(readEnvironment(variables))
const server = { SMTP_HOST: 'smtp.example.com', SMTP_ADMIN_EMAIL: 'hello@example.com' }

test('chooseMail returns the mail fake in development and requires SMTP_HOST in production', () => {
  expect(choose({})).toBe('fake')
  expect(() => choose({ NODE_ENV: 'production' })).toThrow(/^SMTP_HOST is missing: set it to /)
  expect(choose({ NODE_ENV: 'production', SANDBOX: '1' })).toBe('fake')
  expect(mailVariables(undefined)).toEqual({})
})

test('a configured mail server replaces the mail fake and is passed to edge functions as SMTP_* variables', () => {
  const settings = choose({ ...server, SMTP_USER: 'us', SMTP_PASS: 'secret' })
  expect(settings).not.toBe('fake')
  expect(mailVariables(settings as Exclude<typeof settings, 'fake'>)).toEqual({
    SMTP_HOST: 'smtp.example.com',
    SMTP_PORT: '587',
    SMTP_USER: 'us',
    SMTP_PASS: 'secret',
    SMTP_ADMIN_EMAIL: 'hello@example.com',
    SMTP_SENDER_NAME: company.name,
  })
})

test.each([
  [{ SMTP_HOST: 'smtp.example.com' }, /^SMTP_ADMIN_EMAIL is missing/],
  [{ ...server, SMTP_USER: 'us' }, /^SMTP_USER and SMTP_PASS go together/],
  [{ ...server, SMTP_PORT: '0' }, /^SMTP_PORT must be/],
  [{ ...server, SMTP_ADMIN_EMAIL: 'us' }, /^SMTP_ADMIN_EMAIL must be/],
])('chooseMail rejects incomplete or invalid settings: %o', (variables, problem) => {
  expect(() => choose(variables)).toThrow(problem)
})

const sms = (variables: Record<string, string>) => chooseSms(readEnvironment(variables))
const account = { SMS_TWILIO_ACCOUNT_SID: 'AC1', SMS_TWILIO_AUTH_TOKEN: 'token' }

test('chooseSms prefers the messaging service of a Twilio account over its phone number', () => {
  expect(sms({})).toBeUndefined()
  expect(sms({ ...account, SMS_TWILIO_FROM: '+15005550006' })).toEqual({
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
  })
  const both = { SMS_TWILIO_FROM: '+15005550006', SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1' }
  expect(sms({ ...account, ...both })?.from).toBe('MG1')
})

test.each([
  [{ SMS_TWILIO_ACCOUNT_SID: 'AC1' }, /^SMS_TWILIO_AUTH_TOKEN is missing/],
  [account, /^SMS_TWILIO_MESSAGE_SERVICE_SID or SMS_TWILIO_FROM is missing/],
])('chooseSms rejects incomplete Twilio settings: %o', (variables, problem) => {
  expect(() => sms(variables)).toThrow(problem)
})
