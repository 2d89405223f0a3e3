import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { isTemporaryRecipientRefusal } from '../_shared/mail/transport.ts'
import { openMailbox } from './mailbox.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
})

afterAll(() => market.server.stop())

const data = { name: 'Nora', email: 'nora@example.com', subject: 'general', message: 'Hello' }

const newAddress = () => `reader-${crypto.randomUUID()}@example.com`

async function queue(to: string, key: string = crypto.randomUUID()): Promise<void> {
  const { sql } = market.server
  await sql`select public.queue_mail('contact-received', ${to}, ${sql.json(data)}, ${key})`
}

async function errorOfJob(): Promise<string | null> {
  const [job] = await market.server.sql<{ error: string | null }[]>`
    select error from hourspace_backend.jobs where name = 'send mails'`
  return job!.error
}

async function rowOf(to: string) {
  const [row] = await market.server.sql`
    select attempts, last_error, recipient_refused, sent_at, abandoned_at, data, send_after > now() as rests
    from public.outgoing_mails where recipient = ${to}`
  return row
}

test('an email is sent once with an HTML part and a text part, and its content is then erased', async () => {
  const to = newAddress()
  await queue(to)
  await market.server.runJobs()
  const mail = await mailbox.arrived(to, 'We received your message')
  expect(mail.from).toBe(`${company.name} <${company.email}>`)
  expect(mail.html).toContain('We received your message</h1>')
  expect(mail.text).toContain('A person reads every message')
  expect(await rowOf(to)).toMatchObject({ attempts: 1, last_error: null, data: {} })
  expect((await rowOf(to))?.['sent_at']).toBeInstanceOf(Date)
  await market.server.runJobs()
  expect(await mailbox.mailsTo(to)).toHaveLength(1)
})

test('an email queued in a rolled-back transaction is never sent', async () => {
  const to = newAddress()
  await market.server.sql
    .begin(async (sql) => {
      await sql`select public.queue_mail('contact-received', ${to}, ${sql.json(data)}, ${to})`
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await rowOf(to)).toBeUndefined()
})

test('an email queued several times with the same key is sent once', async () => {
  const to = newAddress()
  await Promise.all([queue(to, `event ${to}`), queue(to, `event ${to}`), queue(to, `event ${to}`)])
  await market.server.runJobs()
  await market.server.runJobs()
  expect(await mailbox.mailsTo(to)).toHaveLength(1)
})

test('queuing an email to an invalid recipient has no effect and raises no error', async () => {
  await queue('nora@example.com\r\nBcc: everybody@example.com')
  await queue('nora@example.com, other@example.com')
  await queue('nobody')
  const rows = await market.server.sql`
    select from public.outgoing_mails where recipient like 'no%'`
  expect(rows).toHaveLength(0)
})

test.each(['down', 'defer'] as const)(
  'emails stay queued while the mail server is in the mode "%s", and are sent afterwards',
  async (mode) => {
    const to = newAddress()
    await mailbox.setServer(mode)
    try {
      await queue(to)
      await market.server.runJobs()
      expect(await rowOf(to)).toMatchObject({
        last_error: expect.any(String),
        recipient_refused: mode === 'defer',
        rests: true,
        sent_at: null,
        abandoned_at: null,
        data,
      })
      expect(await errorOfJob()).toMatch('500')
    } finally {
      await mailbox.setServer('accept')
    }
    await mailbox.hurry()
    await market.server.runJobs()
    expect(await mailbox.mailsTo(to)).toHaveLength(1)
  },
)

test.each([
  [450, 'RCPT TO', true],
  [421, 'RCPT TO', false],
  [450, 'MAIL FROM', false],
  [550, 'RCPT TO', false],
])(
  'the SMTP reply %i to %s counts as a temporary refusal of the recipient: %s',
  (code, command, expected) => {
    expect(isTemporaryRecipientRefusal({ responseCode: code, command })).toBe(expected)
  },
)

test('an email that the mail server refuses permanently is abandoned, and the reason is stored', async () => {
  const to = newAddress()
  await mailbox.setServer('reject')
  try {
    await queue(to)
    await market.server.runJobs()
    expect((await rowOf(to))?.['abandoned_at']).toBeInstanceOf(Date)
    expect((await rowOf(to))?.['last_error']).toMatch(/No such mailbox/)
    expect(await errorOfJob()).toBeNull()
  } finally {
    await mailbox.setServer('accept')
  }
  await market.server.runJobs()
  expect(await mailbox.mailsTo(to)).toEqual([])
})

test('an email is abandoned after 40 attempts', async () => {
  const to = newAddress()
  const { sql } = market.server
  await mailbox.setServer('down')
  try {
    await sql`
      insert into public.outgoing_mails (template, recipient, data, dedupe_key, attempts)
      values ('contact-received', ${to}, ${sql.json(data)}, ${to}, 39)`
    await market.server.runJobs()
    expect((await rowOf(to))?.['abandoned_at']).toBeInstanceOf(Date)
  } finally {
    await mailbox.setServer('accept')
  }
})

test('an email that is sent again after a crash has the same Message-ID', async () => {
  const to = newAddress()
  const { sql } = market.server
  await sql.unsafe(`
    create function public.crash() returns trigger language plpgsql
      as $$ begin raise exception 'crash'; end $$;
    create trigger crash before update of sent_at on public.outgoing_mails
      for each row when (new.recipient = '${to}') execute function public.crash()`)
  await queue(to)
  await market.server.runJobs()
  const [first] = await mailbox.mailsTo(to)
  await sql.unsafe('drop function public.crash() cascade')
  expect(await rowOf(to)).toMatchObject({ sent_at: null, rests: true })
  await mailbox.hurry()
  await market.server.runJobs()
  expect(await mailbox.mailsTo(to)).toMatchObject([
    { messageId: first?.messageId, copies: 2 },
    { messageId: first?.messageId, copies: 2 },
  ])
  expect((await rowOf(to))?.['sent_at']).toBeInstanceOf(Date)
})

/** Queues all emails in one transaction, so that a job finds all of them at once. */
async function queueMany(template: string, count: number): Promise<void> {
  await market.server.sql`
    select public.queue_mail(${template}, ${`many-${crypto.randomUUID()}@example.com`},
      ${market.server.sql.json(data)}, ${crypto.randomUUID()} || number)
    from generate_series(1, ${count}::int) as number`
}

const waiting = async (queue: string) =>
  (
    await market.server.sql`
      select from public.outgoing_mails
      where queue = ${queue} and sent_at is null and abandoned_at is null`
  ).length

test('one run of send-mails empties the queue in several batches', async () => {
  await queueMany('contact-received', 180)
  await market.server.runJobs()
  expect(await waiting('general')).toBe(0)
})

test('an account email is sent while a hundred other emails wait for a slow mail server', async () => {
  const { sql } = market.server
  const to = newAddress()
  await mailbox.setServer('slow')
  try {
    await queueMany('contact-received', 200)
    const run = market.server.runJobs()
    await expect.poll(() => waiting('general')).toBeLessThan(190)
    await sql`
      select public.queue_mail('account-magiclink', ${to},
        ${sql.json({ at: new Date(), email: to, code: '123456', token_hash: 'x' })}, ${to})`
    await expect.poll(() => mailbox.mailsTo(to), { interval: 20 }).toHaveLength(1)
    expect(await waiting('general')).toBeGreaterThan(100)
    await mailbox.setServer('accept')
    await run
  } finally {
    await mailbox.setServer('accept')
  }
})

test('concurrent calls of claim_mails never return the same email', async () => {
  const to = newAddress()
  const { sql } = market.server
  await sql.begin(async (holder) => {
    for (let index = 0; index < 10; index += 1)
      await holder`select public.queue_mail('contact-received', ${to}, ${sql.json(data)}, ${`${to} ${index}`})`
  })
  const claims = await Promise.all([0, 1, 2].map(() => sql`select id from public.claim_mails(5)`))
  const ids = claims.flat().map((row) => row['id'])
  expect(new Set(ids).size).toBe(ids.length)
})

test('sent and abandoned emails are deleted after 30 days, but queued emails are kept', async () => {
  const { sql } = market.server
  const [sent, dropped, waiting] = [newAddress(), newAddress(), newAddress()]
  // Inserts all rows in one statement, so that send-mails cannot send the queued email before the
  // other rows exist.
  await sql`
    insert into public.outgoing_mails
      (template, recipient, data, dedupe_key, created_at, sent_at, abandoned_at, send_after)
    select 'contact-received', recipient, '{}', recipient, now() - interval '31 days',
      case when recipient = ${sent} then now() - interval '31 days' end,
      case when recipient = ${dropped} then now() - interval '31 days' end,
      now() + interval '1 hour'
    from unnest(${[sent, dropped, waiting]}::text[]) as recipient`
  await sql`select public.claim_mails(1)`
  expect(await rowOf(sent)).toBeUndefined()
  expect(await rowOf(dropped)).toBeUndefined()
  expect(await rowOf(waiting)).toBeDefined()
})

test('emails stay queued while no mail server is configured', async () => {
  const other = await openMarket({ backend: { functionsEnv: {} } })
  const { sql } = other.server
  await sql`select public.queue_mail('contact-received', 'a@example.com', ${sql.json(data)}, 'x')`
  await other.server.runJobs()
  const rows =
    await sql`select attempts, sent_at, abandoned_at, last_error from public.outgoing_mails`
  expect(rows).toEqual([{ attempts: 0, sent_at: null, abandoned_at: null, last_error: null }])
  await other.server.stop()
})

test('send-mails rejects callers without the service role', async () => {
  expect(await market.post('send-mails', {})).toMatchObject({
    status: 403,
    body: { code: 'service_role_only' },
  })
})
