import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeStripeKeys } from './environment/stripe.ts'
import {
  noFakeServices,
  remoteFakeServices,
  startFakeServices,
  withFakeSms,
  type FakeServices,
} from './fake-services.ts'
import { generateKeys, type Keys } from './keys.ts'
import { runFolder } from './testing/run.ts'
import { startTestServer } from './testing/server.ts'

let keys: Keys
let running: FakeServices
let dataDir: string
let remote: FakeServices

beforeAll(async () => {
  keys = await generateKeys()
  dataDir = mkdtempSync(join(runFolder(), 'fakes-'))
  writeFileSync(join(dataDir, 'mail.sqlite'), '', { mode: 0o644 })
  running = await startFakeServices({
    siteUrl: 'http://site.test',
    dataDir,
    serviceRoleKey: keys.serviceRoleKey,
    stripe: fakeStripeKeys(keys),
    mail: true,
  })
  // Converts the endpoints to JSON and back, as the primary does when it sends them to workers.
  remote = remoteFakeServices(
    JSON.parse(JSON.stringify(running.endpoints)) as FakeServices['endpoints'],
  )
})

afterAll(() => running.close())

test('startFakeServices makes its data files readable only by their owner, including existing files', () => {
  const files = readdirSync(dataDir)
  expect(files).toEqual(expect.arrayContaining(['mail.sqlite', 'stripe.sqlite']))
  for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0)
})

test('remoteFakeServices handles the same paths as the fake services to which it forwards requests', () => {
  for (const fakes of [running, remote]) {
    expect(fakes.handles('/_sandbox/outbox/messages.json')).toBe(true)
    expect(fakes.handles('/_sandbox/outboxes')).toBe(false)
    expect(fakes.handles('/_sandbox/identity')).toBe(false)
    expect(fakes.handles('/rest/v1/spaces')).toBe(false)
  }
  expect(noFakeServices.handles('/_sandbox/outbox')).toBe(false)
})

test('remoteFakeServices forwards requests with their bodies and returns error statuses unchanged', async () => {
  const moveClock = (authorization: string) =>
    remote.fetch(
      new Request('http://site.test/_sandbox/stripe/test/clock?x=1', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
        body: JSON.stringify({ now: '2040-01-01T00:00:00Z' }),
      }),
    )
  const response = await moveClock(`Bearer ${keys.stripeSecretKey}`)
  expect(response.headers.get('content-encoding')).toBeNull()
  // Compares only the start of the timestamp, because the clock of the Stripe fake keeps running.
  expect(await response.json()).toMatchObject({ now: expect.stringMatching(/^2040-01-01T00:0/) })
  expect(running.now?.().getUTCFullYear()).toBe(2040)
  expect((await moveClock('Bearer wrong-key')).status).toBe(401)
  const page = await remote.fetch(new Request('http://site.test/_sandbox/outbox'))
  expect(await page.text()).toContain('<html')
})

test('withFakeSms enables phone factors unless they are disabled, and keeps a configured SMS gateway', () => {
  const sms = { accountSid: 'AC0', authToken: 'sandbox', from: 'MG0', url: 'http://127.0.0.1:1' }
  expect(withFakeSms({}, sms)).toMatchObject({ sms, mfa: { phone: true } })
  expect(withFakeSms({ mfa: { phone: false } }, sms).mfa?.phone).toBe(false)
  const configured = { sms: { ...sms, accountSid: 'AC1' } }
  expect(withFakeSms(configured, sms)).toBe(configured)
})

test('the SMS outbox shows the code that verifies a phone factor', async () => {
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
