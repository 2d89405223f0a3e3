import { afterAll, beforeAll, expect, test } from 'vitest'
import { header, openMailbox, type ArrivedMail } from './mailbox.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
})

afterAll(() => mailbox.stopServer())

const reader = () => `Reader-${crypto.randomUUID().slice(0, 8)}@example.com`
const confirmSubject = 'Please confirm your subscription'
const expired = { status: 410, body: { code: 'link_expired' } }

function subscribe(email: string) {
  return market.post('subscribe-newsletter', { email })
}

function answer(token: string, action: 'confirm' | 'unsubscribe' | 'status') {
  return market.post('confirm-newsletter', { token, action })
}

function tokenOf(mail: ArrivedMail, action: 'confirm' | 'unsubscribe'): string {
  return new RegExp(`token=([0-9a-f]+)&action=${action}`).exec(mail.text)?.[1] ?? ''
}

async function statusOf(email: string) {
  const [row] = await market.server.sql`
    select status from public.newsletter_subscriptions where email = ${email.toLowerCase()}`
  return row?.['status']
}

test('a newsletter subscription starts when the emailed link is confirmed and ends when the user unsubscribes', async () => {
  const email = reader()
  expect(await subscribe(email)).toEqual({ status: 200, body: { pending: true } })
  expect(await statusOf(email)).toBe('pending')

  const letter = await mailbox.arrived(email, confirmSubject)
  const token = tokenOf(letter, 'confirm')
  expect(letter.text).toContain(`${market.server.url}/newsletter?token=${token}&action=confirm`)
  expect(await answer(token, 'status')).toEqual({ status: 200, body: { status: 'pending' } })
  expect(await statusOf(email)).toBe('pending')
  expect(await answer(token, 'confirm')).toEqual({ status: 200, body: { status: 'confirmed' } })
  expect(await answer(token, 'status')).toEqual({ status: 200, body: { status: 'confirmed' } })
  expect(await answer(token, 'confirm')).toEqual({ status: 200, body: { status: 'confirmed' } })
  expect(await statusOf(email)).toBe('confirmed')

  const welcome = await mailbox.arrived(email, 'You are subscribed')
  await market.server.runJobs()
  expect(await mailbox.mailsTo(email)).toHaveLength(2)
  const leaving = tokenOf(welcome, 'unsubscribe')
  expect(await answer(leaving, 'unsubscribe')).toMatchObject({ body: { status: 'unsubscribed' } })
  expect(await answer(leaving, 'unsubscribe')).toMatchObject({ body: { status: 'unsubscribed' } })
  expect(await statusOf(email)).toBe('unsubscribed')
  expect(await answer(leaving, 'status')).toMatchObject({ body: { status: 'unsubscribed' } })
  expect(await answer(token, 'status')).toMatchObject(expired)
  // A used confirmation link must not subscribe the address again.
  expect(await answer(token, 'confirm')).toMatchObject(expired)
})

test('the newsletter confirmation email has an unsubscribe link and the headers for one-click unsubscribe', async () => {
  const email = reader()
  await subscribe(email)
  const letter = await mailbox.arrived(email, confirmSubject)
  const url = `${market.server.url}/newsletter?token=${tokenOf(letter, 'unsubscribe')}&action=unsubscribe`
  expect(letter.text).toContain(`Unsubscribe: ${url}`)
  expect(header(letter, 'list-unsubscribe')).toBe(`<${url}>`)
  expect(header(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('subscribe-newsletter returns the same response for a subscribed address, and emails its owner that the address is already subscribed', async () => {
  const email = reader()
  const first = await subscribe(email)
  const letter = await mailbox.arrived(email, confirmSubject)
  await answer(tokenOf(letter, 'confirm'), 'confirm')
  expect(await subscribe(email)).toEqual(first)
  await mailbox.arrived(email, 'You are already subscribed')
  expect(await statusOf(email)).toBe('confirmed')
})

test('a newsletter confirmation link expires after two days', async () => {
  const email = reader()
  await subscribe(email)
  const token = tokenOf(await mailbox.arrived(email, confirmSubject), 'confirm')
  await market.server.sql`
    update public.newsletter_tokens set expires_at = expires_at - interval '2 days'`
  expect(await answer(token, 'confirm')).toMatchObject(expired)
  expect(await statusOf(email)).toBe('pending')
})

test.each(['', 'f'.repeat(47), "' or 1=1"])(
  'confirm-newsletter rejects the malformed token %o',
  async (token) => {
    for (const action of ['confirm', 'unsubscribe'] as const)
      expect(await answer(token, action)).toMatchObject({
        status: 410,
        body: { code: 'link_expired', error: expect.stringContaining('incomplete') },
      })
  },
)

test('after a newsletter subscription is deleted, its unsubscribe link answers that it is gone, even if the address has subscribed again, and status reads and the confirmation link are rejected', async () => {
  const email = reader()
  await subscribe(email)
  const letter = await mailbox.arrived(email, confirmSubject)
  await market.server.sql`
    delete from public.newsletter_subscriptions where email = ${email.toLowerCase()}`
  const leaving = tokenOf(letter, 'unsubscribe')
  const gone = { status: 200, body: { status: 'gone' } }
  expect(await answer(leaving, 'unsubscribe')).toEqual(gone)
  await market.server.sql`
    insert into public.newsletter_subscriptions (email, status)
    values (${email.toLowerCase()}, 'confirmed')`
  expect(await answer(leaving, 'unsubscribe')).toEqual(gone)
  expect(await statusOf(email)).toBe('confirmed')
  expect(await answer(leaving, 'status')).toMatchObject(expired)
  expect(await answer(tokenOf(letter, 'confirm'), 'confirm')).toMatchObject(expired)
})

test('an unsubscribe token cannot confirm a newsletter subscription', async () => {
  const email = reader()
  await subscribe(email)
  const letter = await mailbox.arrived(email, confirmSubject)
  expect(await answer(tokenOf(letter, 'unsubscribe'), 'confirm')).toMatchObject(expired)
})

test('newsletter tokens are erased from outgoing_mails after their email is sent', async () => {
  const email = reader()
  await subscribe(email)
  const letter = await mailbox.arrived(email, confirmSubject)
  await market.server.runJobs()
  const token = tokenOf(letter, 'confirm')
  const rows = await market.server.sql`
    select from public.outgoing_mails where data::text like ${`%${token}%`}
    union all
    select from public.newsletter_tokens where encode(token_hash, 'escape') like ${`%${token}%`}`
  expect(rows).toHaveLength(0)
})

test('newsletter confirmation emails are limited to five per hour and email address', async () => {
  const email = reader()
  const statuses = []
  for (let index = 0; index < 7; index += 1) statuses.push((await subscribe(email)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('an address that never confirms receives at most five newsletter confirmation emails in total', async () => {
  const { sql } = market.server
  const email = reader()
  const nextHour = () => sql`update public.request_counts set since = since - interval '1 hour'`
  const lettersOf = async (template: string) =>
    (
      await sql`
        select from public.outgoing_mails
        where recipient = ${email.toLowerCase()} and template = ${template}`
    ).length
  for (let index = 0; index < 7; index += 1) {
    expect(await subscribe(email)).toMatchObject({ status: 200 })
    await nextHour()
  }
  expect(await lettersOf('newsletter-confirmation')).toBe(5)

  await sql`update public.newsletter_subscriptions set status = 'confirmed'
    where email = ${email.toLowerCase()}`
  for (let index = 0; index < 3; index += 1) {
    expect(await subscribe(email)).toMatchObject({ status: 200 })
    await nextHour()
  }
  expect(await lettersOf('newsletter-already')).toBe(1)
})

test('subscribe-newsletter rejects an invalid email address', async () => {
  expect(await subscribe('nobody')).toMatchObject({
    status: 400,
    body: { code: 'bad_field', field: 'email' },
  })
})
