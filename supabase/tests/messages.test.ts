import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser, cancelBooking } from './records.ts'

let database: TestDatabase
let count = 0

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

async function market() {
  const { sql } = database
  const name = `m${++count}`
  const guest = await addUser(sql, `${name}-guest@example.com`)
  const host = await addUser(sql, `${name}-host@example.com`)
  await sql`update profiles set full_name = 'Nora Klein' where id = ${guest}`
  return { guest, host, space: await addSpace(sql, host, { title: `Loft ${name}` }) }
}

const start = async (user: string, space: string, booking: string | null = null) => {
  const [row] = await asUser(
    database.sql,
    user,
    (sql) => sql<{ id: string }[]>`select start_conversation(${space}, ${booking}) as id`,
  )
  return row?.id ?? ''
}
const send = (user: string, conversation: string, body: string, id = randomUUID()) =>
  asUser(database.sql, user, (sql) => sql`select send_message(${id}, ${conversation}, ${body})`)
const read = (user: string, conversation: string) =>
  asUser(
    database.sql,
    user,
    (sql) => sql<{ body: string; masked: boolean; created_at: string }[]>`
      select body, masked, created_at::text from messages_of(${conversation})`,
  )
const mark = (user: string, conversation: string, at: string) =>
  asUser(
    database.sql,
    user,
    (sql) => sql`select mark_conversation_read(${conversation}, ${at}::text::timestamptz)`,
  )
const unread = async (user: string) => {
  const [row] = await asUser(
    database.sql,
    user,
    (sql) => sql<{ unread: number }[]>`select unread_conversations() as unread`,
  )
  return row?.unread
}

test('ten concurrent first questions of a guest create one conversation with ten messages', async () => {
  const { guest, space } = await market()
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const id = await start(guest, space)
      await send(guest, id, `Question ${index}`)
      return id
    }),
  )
  expect(new Set(ids).size).toBe(1)
  const messages = await read(guest, ids[0]!)
  expect(messages).toHaveLength(10)
  expect(new Set(messages.map(({ created_at }) => created_at)).size).toBe(10)
})

test('a message that the client sends several times with the same id is stored once', async () => {
  const { guest, space } = await market()
  const conversation = await start(guest, space)
  const id = randomUUID()
  await Promise.all([1, 2, 3].map(() => send(guest, conversation, 'Hello', id)))
  expect(await read(guest, conversation)).toHaveLength(1)
})

test('a user who is neither guest nor host of a conversation cannot read it, write to it or mark it as read', async () => {
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  await send(guest, conversation, 'Is there a piano?')
  const other = await addUser(database.sql, `${randomUUID()}@example.com`)
  const notFound = { code: 'PT404', detail: 'conversation_not_found' }
  await expect(read(other, conversation)).rejects.toMatchObject(notFound)
  await expect(send(other, conversation, 'Hi')).rejects.toMatchObject(notFound)
  await expect(mark(other, conversation, 'now')).rejects.toMatchObject(notFound)
  expect(await read(host, conversation)).toMatchObject([{ body: 'Is there a piano?' }])
})

test('an admin can read a conversation only after the guest or host has reported it, and the admin’s decision on the report is logged', async () => {
  const { guest, host, space } = await market()
  const admin = await addUser(database.sql, `${randomUUID()}@example.com`)
  await database.sql`update profiles set is_admin = true where id = ${admin}`
  const conversation = await start(guest, space)
  await send(guest, conversation, 'Pay me at nora@example.com')
  await expect(read(admin, conversation)).rejects.toMatchObject({ code: 'PT404' })

  const report = () =>
    asUser(
      database.sql,
      host,
      (sql) => sql`select report_conversation(${conversation}, 'outside_payment', 'Look')`,
    )
  await report()
  await expect(report()).rejects.toMatchObject({ detail: 'conversation_reported' })
  expect(await read(admin, conversation)).toMatchObject([{ body: 'Pay me at nora@example.com' }])

  const decide = (user: string, note: string) =>
    asUser(
      database.sql,
      user,
      (sql) => sql`select decide_conversation(${conversation}, 'closed', ${note})`,
    )
  await expect(decide(host, 'No')).rejects.toMatchObject({ code: 'PT404' })
  await expect(decide(admin, ' ')).rejects.toMatchObject({ detail: 'bad_decision' })
  await decide(admin, 'Payment outside the site')
  const log = await database.sql`
    select actor_id, action, note from conversation_decisions
    where conversation_id = ${conversation}`
  expect(log).toEqual([{ actor_id: admin, action: 'closed', note: 'Payment outside the site' }])
  await expect(send(guest, conversation, 'Hi')).rejects.toMatchObject({
    detail: 'conversation_closed',
  })
})

test('contact data in messages is hidden from both sides unless the guest has a confirmed booking with the host', async () => {
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  await send(guest, conversation, 'Call +49 30 1234567 or write to nora@example.com')
  for (const user of [guest, host])
    expect(await read(user, conversation)).toMatchObject([
      { body: 'Call [hidden] or write to [hidden]', masked: true },
    ])
  const booking = await addBooking(database.sql, { guest, space, day: 3 })
  expect(await read(host, conversation)).toMatchObject([
    { body: 'Call +49 30 1234567 or write to nora@example.com', masked: false },
  ])
  await cancelBooking(database.sql, booking)
  expect(await read(host, conversation)).toMatchObject([{ masked: true }])
})

test.each([
  ['Write to nora.klein+x@mail.example.org please', 'Write to [hidden] please'],
  ['nora (at) example (dot) com', '[hidden]'],
  ['Write to me@mail.example.org. The lift is broken', 'Write to [hidden]. The lift is broken'],
  ['See https://example.com/a?b=1 now', 'See [hidden] now'],
  ['My site is loft-berlin.de/rooms', 'My site is [hidden]'],
  ['Phone: 0171/2345678', 'Phone: [hidden]'],
  ['(555) 010-9999 works', '[hidden] works'],
  ['We come on 2026-11-25 14:00 to 16:00', 'We come on 2026-11-25 14:00 to 16:00'],
  ['On 25.11.2026 from 9.30 to 12', 'On 25.11.2026 from 9.30 to 12'],
  ['It costs 1,250 for 12 people. ok', 'It costs 1,250 for 12 people. ok'],
  ['Is it 4.5 m wide?Yes', 'Is it 4.5 m wide?Yes'],
])('before a booking, the message text %j is shown as %j', async (text, shown) => {
  const [row] = await database.sql`select mask_contacts(${text}) as shown`
  expect(row).toEqual({ shown })
})

test('a host can start a conversation only with a guest who has booked', async () => {
  const { guest, host, space } = await market()
  const other = await market()
  await expect(start(host, space)).rejects.toMatchObject({ detail: 'own_space' })
  const booking = await addBooking(database.sql, { guest, space, day: 4 })
  const conversation = await start(host, space, booking)
  expect(await start(guest, space)).toBe(conversation)
  await expect(start(other.host, space, booking)).rejects.toMatchObject({
    detail: 'booking_not_found',
  })
})

test('a conversation is unread for the recipient until its newest message is marked as read', async () => {
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  expect(await unread(host)).toBe(0)
  await send(guest, conversation, 'One')
  await send(guest, conversation, 'Two')
  expect([await unread(host), await unread(guest)]).toEqual([1, 0])
  const [newest, oldest] = await read(host, conversation)
  await mark(host, conversation, oldest!.created_at)
  expect(await unread(host)).toBe(1)
  await mark(host, conversation, newest!.created_at)
  expect(await unread(host)).toBe(0)
  await mark(host, conversation, oldest!.created_at)
  expect(await unread(host)).toBe(0)
})

test('guest and host cannot write to each other while either has blocked the other', async () => {
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  await send(guest, conversation, 'One')
  await asUser(
    database.sql,
    host,
    (sql) => sql`insert into user_blocks (blocked_id) values (${guest})`,
  )
  for (const user of [guest, host])
    await expect(send(user, conversation, 'Two')).rejects.toMatchObject({
      detail: 'conversation_blocked',
    })
  await asUser(database.sql, host, (sql) => sql`delete from user_blocks`)
  await send(guest, conversation, 'Two')
})

test('messages and conversations above their daily limits are rejected', async () => {
  const { guest, host, space } = await market()
  const second = await addSpace(database.sql, host)
  const limit = (value: number) =>
    database.sql`update account_limits set value = ${value}
      where name in ('conversations_per_day', 'messages_per_day')`
  await limit(1)
  try {
    const conversation = await start(guest, space)
    await send(guest, conversation, 'One')
    await expect(send(guest, conversation, 'Two')).rejects.toMatchObject({
      detail: 'too_many_messages',
    })
    await expect(start(guest, second)).rejects.toMatchObject({ detail: 'too_many_conversations' })
  } finally {
    await limit(300)
  }
})

test('a burst of messages sends the recipient one email, and only if the messages stay unread for two minutes', async () => {
  const { sql } = database
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  const notices = () => sql`
    select data->>'name' as name, data->>'excerpt' as excerpt from outgoing_mails
    where template = 'message-received' and data->>'conversation_id' = ${conversation}`
  const age = (by: string) =>
    sql.begin(async (begun) => {
      await begun`update messages set created_at = created_at - ${by}::interval
        where conversation_id = ${conversation}`
      await begun`update conversations set last_message_at = last_message_at - ${by}::interval,
          guest_read_at = guest_read_at - ${by}::interval,
          host_notified_at = host_notified_at - ${by}::interval
        where id = ${conversation}`
    })
  await send(guest, conversation, 'Call 0171 2345678')
  await send(guest, conversation, 'Please')
  await sql`select notify_unread_messages()`
  expect(await notices()).toEqual([])
  await age('3 minutes')
  await sql`select notify_unread_messages()`
  expect(await notices()).toEqual([{ name: 'Nora K.', excerpt: 'Call [hidden]' }])
  await send(guest, conversation, 'Hello?')
  await age('3 minutes')
  await sql`select notify_unread_messages()`
  expect(await notices()).toHaveLength(1)

  const [newest] = await read(host, conversation)
  await mark(host, conversation, newest!.created_at)
  await sql`update conversations set host_notified_at = host_read_at - interval '1 second'
    where id = ${conversation}`
  await send(guest, conversation, 'And now?')
  await age('3 minutes')
  await sql`select notify_unread_messages()`
  expect(await notices()).toHaveLength(2)
})

test('notifications of messages contain the full name of a guest who has booked the space', async () => {
  const { sql } = database
  const { guest, space } = await market()
  await addBooking(sql, { guest, space, day: 1 })
  const conversation = await start(guest, space)
  await send(guest, conversation, 'Hello')
  await sql`update messages set created_at = created_at - interval '3 minutes'
    where conversation_id = ${conversation}`
  await sql`select notify_unread_messages()`
  expect(
    await sql`select data->>'name' as name from outgoing_mails
      where template = 'message-received' and data->>'conversation_id' = ${conversation}`,
  ).toEqual([{ name: 'Nora Klein' }])
})

test("a host's response time is the median time to the first answer, and is shown only for hosts with at least three questions", async () => {
  const { sql } = database
  const { host, space } = await market()
  const response = () => sql`select * from host_response(${host})`
  const ask = async (wait: string | null) => {
    const guest = await addUser(sql, `${randomUUID()}@example.com`)
    await sql`insert into conversations (space_id, guest_id, host_id, asked_at, answered_at)
      values (${space}, ${guest}, ${host}, now() - interval '3 days',
        now() - interval '3 days' + ${wait}::interval)`
    return guest
  }
  await ask('10 minutes')
  await ask('30 minutes')
  expect(await response()).toEqual([])
  await ask('5 hours')
  await ask(null)
  const expected = [{ questions: 4, answered_percent: 75, median_minutes: 30 }]
  expect(await response()).toEqual(expected)

  // Unanswered questions in closed conversations and of blocked guests do not count.
  const closed = await ask(null)
  await sql`update conversations set closed_at = now() where guest_id = ${closed}`
  const blocked = await ask(null)
  await sql`insert into user_blocks (user_id, blocked_id) values (${host}, ${blocked})`
  expect(await response()).toEqual(expected)
})

test("a conversation needs a reply until the host answers or dismisses the guest's last message", async () => {
  const { sql } = database
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  const needsReply = async (user: string) => {
    const [row] = await asUser(
      sql,
      user,
      (transaction) => transaction<{ needs_reply: boolean }[]>`
        select needs_reply from my_conversations(p_id => ${conversation})`,
    )
    return row?.needs_reply
  }
  const setUntil = (user: string, until: string | null) =>
    asUser(
      sql,
      user,
      (transaction) => transaction`
        select set_no_reply_until(${conversation}, ${until}::text::timestamptz)`,
    )
  await send(guest, conversation, 'Thank you!')
  const [message] = await read(guest, conversation)
  expect([await needsReply(host), await needsReply(guest)]).toEqual([true, false])
  await setUntil(host, message!.created_at)
  expect(await needsReply(host)).toBe(false)
  await setUntil(host, null)
  expect(await needsReply(host)).toBe(true)
  await setUntil(host, message!.created_at)
  await send(guest, conversation, 'One more question')
  expect(await needsReply(host)).toBe(true)
  await send(host, conversation, 'Yes, of course')
  expect(await needsReply(host)).toBe(false)
  await expect(setUntil(guest, message!.created_at)).rejects.toMatchObject({
    detail: 'conversation_not_found',
  })
})

test('deleting an account erases its messages and prevents new ones', async () => {
  const { sql } = database
  const { guest, host, space } = await market()
  const conversation = await start(guest, space)
  await send(guest, conversation, 'Secret plans')
  await send(host, conversation, 'Of course')
  await sql`select erase_account(${guest})`
  expect((await read(host, conversation)).map(({ body }) => body)).toEqual(['Of course', ''])
  await expect(send(host, conversation, 'Hello')).rejects.toMatchObject({
    detail: 'conversation_closed',
  })
})

test('my_conversations distinguishes an archived space from a space that is closed for booking', async () => {
  const { guest, space } = await market()
  const { sql } = database
  const conversation = await start(guest, space)
  const shown = async () => {
    const [row] = await asUser(
      sql,
      guest,
      (own) => own<{ is_listed: boolean; available: boolean }[]>`
        select (space ->> 'is_listed')::boolean as is_listed,
          (space ->> 'available')::boolean as available
        from my_conversations(p_id => ${conversation})`,
    )
    return [row?.is_listed, row?.available]
  }
  expect(await shown()).toEqual([true, true])
  await sql`update spaces set available = false where id = ${space}`
  expect(await shown()).toEqual([true, false])
  await sql`update spaces set archived_at = now(), available = true where id = ${space}`
  expect(await shown()).toEqual([false, true])
})

test('my_conversations returns why a space is not listed only to the host, and not to the guest', async () => {
  const { guest, host, space } = await market()
  const { sql } = database
  const conversation = await start(guest, space)
  const cause = async (user: string) => {
    const [row] = await asUser(
      sql,
      user,
      (own) => own<{ cause: string | null }[]>`
        select space ->> 'unlisted_because' as cause
        from my_conversations(p_id => ${conversation})`,
    )
    return row?.cause
  }
  expect(await cause(host)).toBeNull()
  await sql`update spaces set archived_at = now() where id = ${space}`
  expect(await cause(host)).toBe('archived')
  await sql`update spaces set hidden_at = now() where id = ${space}`
  expect(await cause(host)).toBe('hidden')
  await sql`update spaces set withdrawn_at = now() where id = ${space}`
  expect(await cause(host)).toBe('deleted')
  expect(await cause(guest)).toBeNull()
})
