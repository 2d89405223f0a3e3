import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { header, openMailbox } from './mailbox.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>
const companyEmail = company.email

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
})

afterAll(() => mailbox.stopServer())

const sender = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`

const message = (email: string, more: object = {}) => ({
  name: 'Nora Lind',
  email,
  subject: 'billing',
  message: 'Where is my invoice?\nI need it for March.',
  ...more,
})

/** Calls send-contact-message, by default from a new IP address because of the rate limit. */
async function write(body: object, caller: string = crypto.randomUUID()) {
  const response = await fetch(`${market.server.url}/functions/v1/send-contact-message`, {
    method: 'POST',
    headers: { apikey: market.server.anonKey, 'x-forwarded-for': caller },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('a contact message is stored and emailed to the admins, and its sender gets an acknowledgement', async () => {
  const email = sender('nora')
  expect(await write(message(email))).toEqual({ status: 200, body: { received: true } })

  const acknowledged = await mailbox.arrived(email, 'We received your message')
  const arrived = await mailbox.arrived(companyEmail, 'Billing: message from Nora Lind')
  expect(arrived.text).toContain('> Where is my invoice?\n> I need it for March.')
  expect(header(arrived, 'reply-to')).toBe(`Nora Lind <${email}>`)
  const rows = await market.server.sql`
    select name, subject, message from public.contact_messages where email = ${email}`
  expect(rows).toMatchObject([{ name: 'Nora Lind', subject: 'billing' }])
  // The acknowledgement must not repeat the sender's text, because the form could then send spam.
  for (const part of [acknowledged.text, acknowledged.html])
    expect(part).not.toMatch(/invoice|Nora/)
})

test.each([
  ['name', { name: ' ' }, 'Please enter your name'],
  ['email', { email: '' }, 'Please enter your email'],
  ['email', { email: 'nora' }, 'Please enter a valid email address'],
  ['email', { email: 'a@example.com, b@example.com' }, 'Please enter a valid email address'],
  ['subject', { subject: 'other' }, 'Please choose a subject'],
  ['message', { message: '' }, 'Please write a message'],
  ['message', { message: 'x'.repeat(5001) }, 'Please use at most 5,000 characters'],
  ['name', { name: 'No\0ra' }, 'Please remove the characters that cannot be displayed'],
  ['message', { message: 'Why\0?' }, 'Please remove the characters that cannot be displayed'],
  ['message', { message: '\ud83d' }, 'Please remove the characters that cannot be displayed'],
])(
  'send-contact-message returns the name of the invalid field: %s in %o',
  async (field, wrong, error) => {
    expect(await write(message(sender('nora'), wrong))).toEqual({
      status: 400,
      body: { error, code: 'bad_field', field },
    })
  },
)

test('a contact message whose honeypot field is filled in gets a success response but is ignored', async () => {
  const email = sender('robot')
  const answer = await write(message(email, { website: 'https://example.com' }))
  expect(answer).toEqual({ status: 200, body: { received: true } })
  const rows = await market.server.sql`
    select from public.contact_messages where email = ${email}`
  expect(rows).toHaveLength(0)
})

test('contact messages are limited to five per hour and email address', async () => {
  const email = sender('victim')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      write(message(index % 2 ? email : email.toUpperCase())),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body).toEqual({
    error: 'Too many requests. Please try again in an hour',
    code: 'too_many_requests',
  })
  await market.server.sql`
    update public.request_counts set since = since - interval '1 hour'`
  expect(await write(message(email))).toMatchObject({ status: 200 })
})

test('contact messages are limited to twenty per hour and client IP address', async () => {
  const caller = '203.0.113.9'
  const answers = []
  for (let index = 0; index < 21; index += 1)
    answers.push(await write(message(sender('many')), caller))
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
})

test('the rate limit counters of forms store email and IP addresses only as hashes', async () => {
  const rows = await market.server.sql`select subject from public.request_counts`
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row['subject']).toMatch(/^[0-9a-f]{64}$/)
})
