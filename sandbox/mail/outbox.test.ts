import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailSandbox } from './server.ts'

const base = 'http://localhost/_sandbox/outbox'
const credentials = { user: 'sandbox', pass: 'secret' }
let sandbox: Awaited<ReturnType<typeof createMailSandbox>>

beforeEach(async () => {
  sandbox = await createMailSandbox({
    dataFile: ':memory:',
    baseUrl: base,
    credentials,
    textCredentials: { accountSid: 'AC0', authToken: 'secret' },
  })
})

afterEach(() => sandbox.close())

const request = (path: string, init?: RequestInit) => sandbox.fetch(new Request(base + path, init))

async function send(message: object, auth: { user: string; pass: string } = credentials) {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, auth })
  const mail = { from: 'Us <us@example.com>', to: 'nora@example.com', subject: 'Hello', text: 'Hi' }
  try {
    await transport.sendMail({ ...mail, ...message })
  } finally {
    transport.close()
  }
}

async function messages(query = '') {
  const page = (await (await request(`/messages.json${query}`)).json()) as {
    messages: { id: number; subject: string; to: string[] }[]
  }
  return page.messages
}

test('the mail outbox lists messages newest first and filters them by recipient', async () => {
  await send({ subject: 'One', to: 'Nora@Example.com' })
  await send({ subject: 'Two', to: ['ines@example.com', 'otto@example.com'] })
  expect((await messages()).map(({ subject }) => subject)).toEqual(['Two', 'One'])
  expect((await messages('?to=NORA')).map(({ subject }) => subject)).toEqual(['One'])
  expect((await messages('?to=otto@example.com'))[0]?.to).toEqual([
    'ines@example.com',
    'otto@example.com',
  ])
  const page = await (await request('?to=ines')).text()
  expect(page).toContain('Two')
  expect(page).not.toContain('One')
})

test('the SMTP fake rejects a wrong password', async () => {
  await expect(send({}, { user: 'sandbox', pass: 'guess' })).rejects.toThrow(/535/)
})

test("the outbox shows an email in a frame that blocks the email's scripts and remote content", async () => {
  await send({
    subject: '<b>Bold</b>',
    html: '<html><head></head><body><script>alert(1)</script><a href="https://example.com">Go</a></body></html>',
    attachments: [{ filename: 'a.pdf', content: '%PDF', contentType: 'application/pdf' }],
  })
  const [message] = await messages()
  const page = await (await request(`/messages/${message?.id}`)).text()
  expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  expect(page).toContain('a.pdf (application/pdf')
  expect(page).not.toContain('alert(1)')
  expect(page).toMatch(/<time[^]*showLocalTimes\(\)/)
  const framed = await request(`/messages/${message?.id}/html`)
  expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/)
  expect(framed.headers.get('content-security-policy')).not.toContain('allow-scripts')
  const source = await (await request(`/messages/${message?.id}/source`)).text()
  expect(source).toMatch(/^Subject: <b>Bold<\/b>/m)
})

test('the mail outbox responds with 403 to a cross-site clear request, but accepts a clear request of its own page', async () => {
  await send({})
  const clear = (site: string) =>
    request('/clear', { method: 'POST', headers: { 'sec-fetch-site': site } })
  expect((await clear('cross-site')).status).toBe(403)
  expect(await messages()).toHaveLength(1)
  expect((await clear('same-origin')).status).toBe(303)
  expect(await messages()).toEqual([])
  expect(await (await request('')).text()).toContain('Nothing was sent yet')
})

test.each([
  ['defer', /451/],
  ['reject', /550/],
  ['down', /421/],
])(
  'the SMTP fake in the mode %s rejects an email with code %s, and accepts the email in the mode accept',
  async (smtp, error) => {
    const control = (mode: string) =>
      request('/control', { method: 'POST', body: JSON.stringify({ smtp: mode }) })
    expect((await control(smtp)).status).toBe(200)
    await expect(send({})).rejects.toThrow(error)
    await control('accept')
    await send({})
    expect(await messages()).toHaveLength(1)
    expect((await control('explode')).status).toBe(400)
  },
)

test('the outbox returns 404 for an unknown message id', async () => {
  expect((await request('/messages/7')).status).toBe(404)
  expect((await request('/messages/7/html')).status).toBe(404)
  expect((await request('/messages/7/source')).status).toBe(404)
})
