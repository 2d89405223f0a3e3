import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailSandbox } from './server.ts'

const base = 'http://localhost/_sandbox/outbox'
const account = { accountSid: 'AC0', authToken: 'secret' }
let sandbox: Awaited<ReturnType<typeof createMailSandbox>>

beforeEach(async () => {
  sandbox = await createMailSandbox({
    dataFile: ':memory:',
    baseUrl: base,
    credentials: { user: 'sandbox', pass: 'secret' },
    textCredentials: account,
  })
})

afterEach(() => sandbox.close())

const request = (path: string, init?: RequestInit) => sandbox.fetch(new Request(base + path, init))

const text = {
  To: '+14155550123',
  From: '+15005550006',
  Body: '123456 is your code.\n\n@x #123456',
}

async function send(form: Record<string, string>, password = 'secret') {
  const response = await fetch(`${sandbox.textsUrl}/2010-04-01/Accounts/AC0/Messages.json`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`AC0:${password}`).toString('base64')}` },
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as { code?: number; sid?: string }
  return { ...body, status: response.status }
}

test('a text message sent to the SMS fake appears in the outbox without email headers', async () => {
  const sent = await send(text)
  expect(sent).toMatchObject({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/), to: text.To })
  const { messages } = (await (await request('/messages.json?to=%2B14155550123')).json()) as {
    messages: { id: number; kind: string; text: string }[]
  }
  expect(messages).toMatchObject([
    { kind: 'text', text: text.Body, subject: '123456 is your code.' },
  ])
  expect(await (await request('')).text()).toContain('To +14155550123')
  const page = await (await request(`/messages/${messages[0]?.id}`)).text()
  expect(page).toContain('@x #123456')
  expect(page).not.toContain('Headers')
})

test('the SMS fake rejects a wrong token, an invalid number, an empty message and a missing sender with the same error codes as Twilio', async () => {
  expect(await send(text, 'guess')).toMatchObject({ status: 401, code: 20003 })
  expect(await send({ ...text, To: '12' })).toMatchObject({ status: 400, code: 21211 })
  expect(await send({ ...text, Body: '' })).toMatchObject({ status: 400, code: 21602 })
  expect(await send({ To: text.To, Body: 'x' })).toMatchObject({ status: 400, code: 21603 })
})

test('the SMS fake defers, rejects or drops requests, depending on its mode', async () => {
  const control = (mode: string) =>
    request('/control', { method: 'POST', body: JSON.stringify({ smtp: mode }) })
  await control('defer')
  expect((await send(text)).status).toBe(429)
  await control('reject')
  expect(await send(text)).toMatchObject({ status: 400, code: 21211 })
  await control('down')
  await expect(send(text)).rejects.toThrow('fetch failed')
  await control('accept')
  expect((await send(text)).status).toBe(201)
})
