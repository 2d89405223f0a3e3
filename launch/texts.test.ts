import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { startTestServer } from './testing/server.ts'
import { chooseTexts, withTextSandbox } from './texts.ts'

const choose = (variables: Record<string, string>) => chooseTexts(readEnvironment(variables))
const account = { SMS_TWILIO_ACCOUNT_SID: 'AC1', SMS_TWILIO_AUTH_TOKEN: 'token' }
const standIn = { accountSid: 'AC0', authToken: 'sandbox', from: 'MG0', url: 'http://127.0.0.1:1' }

test('an account at Twilio sends by its service, or by its number', () => {
  expect(choose({})).toBeUndefined()
  expect(choose({ ...account, SMS_TWILIO_FROM: '+15005550006' })).toEqual({
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
  })
  const both = { SMS_TWILIO_FROM: '+15005550006', SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1' }
  expect(choose({ ...account, ...both })?.from).toBe('MG1')
})

test.each([
  [{ SMS_TWILIO_ACCOUNT_SID: 'AC1' }, /^SMS_TWILIO_AUTH_TOKEN is missing/],
  [account, /^SMS_TWILIO_MESSAGE_SERVICE_SID or SMS_TWILIO_FROM is missing/],
])('settings that do not go together stop the start: %o', (variables, problem) => {
  expect(() => choose(variables)).toThrow(problem)
})

test('the stand-in carries texts where nobody else does, and phones are a second step then', () => {
  expect(withTextSandbox({}, standIn)).toMatchObject({ sms: standIn, mfa: { phone: true } })
  expect(withTextSandbox({ mfa: { phone: false } }, standIn).mfa?.phone).toBe(false)
  const own = { sms: { ...standIn, accountSid: 'AC1' } }
  expect(withTextSandbox(own, standIn)).toBe(own)
})

test('where stand-ins run, the code of a phone is found beside the mails', async () => {
  const server = await startTestServer()
  try {
    const { auth } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
    await auth.signUp({ email: 'nia@example.com', password: 'long enough for this' })
    await server.sql`update auth.users set confirmation_sent_at = email_confirmed_at`
    const phone = '+14155550123'
    const { data } = await auth.mfa.enroll({ factorType: 'phone', phone })
    const factorId = data!.id
    const { data: challenge } = await auth.mfa.challenge({ factorId })
    const url = `${server.url}/_sandbox/outbox/messages.json?to=${encodeURIComponent(phone)}`
    const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] }
    const code = /^\d{6}/.exec(messages[0]!.text)![0]
    const { error } = await auth.mfa.verify({ factorId, challengeId: challenge!.id, code })
    expect(error).toBeNull()
  } finally {
    await server.stop()
  }
})
