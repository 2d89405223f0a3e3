import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMails } from '@hourspace/launch/commands/check-database.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function metricOf(name: string, label = ''): Promise<number> {
  const [row] = await database.sql<{ value: number }[]>`
    select value from platform_metrics() where metric = ${name} and label = ${label}`
  return row!.value
}

test('emails count as late during an outage of the mail server, even if their next attempt is later', async () => {
  const { sql } = database
  const oldest = () => metricOf('email_oldest_seconds', 'general')
  const queue = (key: string, attempts: number) => sql`
    insert into outgoing_mails
      (template, recipient, dedupe_key, attempts, last_error, created_at, send_after)
    values ('welcome', 'guest@example.com', ${key}, ${attempts}, 'connect ECONNREFUSED',
      now() - interval '1 hour', now() + interval '30 minutes')`
  await queue('scheduled', 0)
  expect(await oldest()).toBe(0)
  expect(await checkMails(sql)).toEqual([])
  await queue('failing', 7)
  expect(await oldest()).toBeGreaterThanOrEqual(3600)
  expect(await metricOf('emails_waiting', 'general')).toBe(1)
  expect(await metricOf('email_oldest_seconds', 'account')).toBe(0)
  expect(await checkMails(sql)).toMatchObject([
    { message: 'Emails abandoned today: 0; waiting: 1, the first for 60 minutes' },
  ])
  await sql`
    insert into outgoing_mails (template, recipient, dedupe_key, attempts, sent_at)
    values ('welcome', 'host@example.com', 'sent', 1, now())`
  expect(await oldest()).toBe(0)
})

test('an email does not count as late while the mail server temporarily refuses its recipient', async () => {
  const { sql } = database
  await sql`delete from outgoing_mails`
  const [mail] = await sql<[{ id: string }]>`
    insert into outgoing_mails (template, recipient, dedupe_key, attempts, created_at)
    values ('welcome', 'guest@example.com', 'full', 6, now() - interval '1 hour') returning id`
  await sql`
    select record_mail_failure(${mail.id}, '450 Mailbox full', false, p_recipient_refused => true)`
  expect(await metricOf('email_oldest_seconds', 'general')).toBe(0)
  expect(await checkMails(sql)).toEqual([])
  await sql`select record_mail_failure(${mail.id}, 'connect ECONNREFUSED', false)`
  expect(await metricOf('email_oldest_seconds', 'general')).toBeGreaterThan(900)
})

test('emails count as late if the mail server refuses three recipients temporarily', async () => {
  const { sql } = database
  await sql`delete from outgoing_mails`
  const refuse = (recipient: string, key = recipient) => sql`
    insert into outgoing_mails
      (template, recipient, dedupe_key, attempts, created_at, send_after, recipient_refused)
    values ('welcome', ${recipient}, ${key}, 6, now() - interval '1 hour',
      now() + interval '30 minutes', true)`
  await refuse('ada@example.com')
  await refuse('ada@example.com', 'second email')
  await refuse('ben@example.com')
  expect(await metricOf('email_oldest_seconds', 'general')).toBe(0)
  await refuse('eva@example.com')
  expect(await metricOf('email_oldest_seconds', 'general')).toBeGreaterThan(900)
  expect(await metricOf('emails_waiting', 'general')).toBe(4)
})

test('hourspace doctor does not mention waiting emails if none is late', async () => {
  const { sql } = database
  await sql`delete from outgoing_mails`
  await sql`
    insert into outgoing_mails (template, recipient, dedupe_key, attempts, abandoned_at)
    values ('welcome', 'guest@example.com', 'abandoned', 1, now())`
  expect(await checkMails(sql)).toMatchObject([{ message: 'Emails abandoned today: 1' }])
})

test('the age of the newest webhook event ignores events that reconcile-ledger replayed', async () => {
  await database.sql`
    insert into webhook_events (id, type, received_at, is_replayed) values
      ('evt_webhook', 'charge.refunded', now() - interval '2 days', false),
      ('evt_replayed', 'charge.refunded', now(), true)`
  expect(await metricOf('webhook_age_seconds')).toBeGreaterThanOrEqual(2 * 86_400)
})
