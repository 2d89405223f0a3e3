import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser } from './records.ts'

let database: TestDatabase
let admin: string
let guest: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await addUser(database.sql, 'ada@example.com')
  await database.sql`update profiles set is_admin = true, full_name = 'Ada' where id = ${admin}`
})
afterAll(() => database.drop())

let count = 0
beforeEach(async () => {
  guest = await addUser(database.sql, `guest${(count += 1)}@example.com`)
  await database.sql`update profiles set full_name = 'Zoë Núñez' where id = ${guest}`
})

const found = async (text: string) => {
  const rows = await asUser(
    database.sql,
    admin,
    (sql) => sql<{ id: string }[]>`select id from find_users(${text})`,
  )
  return rows.map(({ id }) => id)
}

test('find_users finds a user by id, part of the email, and name without accents', async () => {
  expect(await found(`https://example.com/admin/users/${guest}`)).toEqual([guest])
  expect(await found(`GUEST${count}@`)).toEqual([guest])
  expect(await found(`guest${count}`)).toEqual([guest])
  expect(await found('zoe nunez')).toContain(guest)
  expect(await found('zoe x')).toEqual([])
})

test('find_users pages through all users without a gap', async () => {
  const ids: string[] = []
  let last: { id: string; created_at: string } | undefined
  do {
    const [row] = await asUser(
      database.sql,
      admin,
      (sql) => sql<{ id: string; created_at: string }[]>`
        select id, created_at::text from find_users('', ${last?.created_at ?? null}::text::timestamptz,
          ${last?.id ?? null}, 1)`,
    )
    last = row
    if (row) ids.push(row.id)
  } while (last)
  const [all] = await database.sql`select count(*)::int as count from profiles`
  expect(new Set(ids).size).toBe(all?.['count'])
})

const ban = (by: string, user: string, until: string, reason = 'Spam') =>
  asUser(database.sql, by, (sql) => sql`select ban_user(${user}, ${until}, ${reason})`)

test('a ban requires a reason, expires all sessions of the user, is logged, and cannot be set on the admin’s own account', async () => {
  await database.sql`insert into auth.sessions (user_id) values (${guest})`
  await expect(ban(guest, admin, '2090-01-01')).rejects.toThrow('Admins only')
  await expect(ban(admin, guest, '2090-01-01', ' ')).rejects.toMatchObject({
    detail: 'reason_required',
  })
  await expect(ban(admin, admin, '2090-01-01')).rejects.toMatchObject({ detail: 'user_not_found' })
  await ban(admin, guest, '2090-01-01')
  const state = async () =>
    (
      await database.sql`
        select banned_until > now() as banned,
          (select count(*)::int from auth.sessions
            where user_id = ${guest} and (not_after is null or not_after > now())) as sessions
        from auth.users where id = ${guest}`
    )[0]
  expect(await state()).toEqual({ banned: true, sessions: 0 })
  await ban(admin, guest, '2020-01-01', 'A mistake')
  expect(await state()).toMatchObject({ banned: false })
  const log = await asUser(
    database.sql,
    admin,
    (sql) => sql`select admin, action, target, reason from audit_log(null, ${guest})`,
  )
  expect(log).toEqual([
    { admin: 'Ada', action: 'user.unban', target: 'Zoë Núñez', reason: 'A mistake' },
    { admin: 'Ada', action: 'user.ban', target: 'Zoë Núñez', reason: 'Spam' },
  ])
})

test('a banned or signed-out admin loses admin rights immediately, although the access token is still valid', async () => {
  const { sql } = database
  await sql`update profiles set is_admin = true where id = ${guest}`
  const session = async () => {
    const [row] = await sql<{ id: string }[]>`
      insert into auth.sessions (user_id) values (${guest}) returning id`
    return row!.id
  }
  const isAdmin = async (claims = {}) =>
    (await asUser(sql, guest, (it) => it`select is_admin()`, claims))[0]?.['is_admin']
  const ended = { session_id: await session() }
  expect(await isAdmin(ended)).toBe(true)
  await asUser(sql, admin, (it) => it`select sign_out_user(${guest}, 'Stolen phone')`)
  expect(await isAdmin(ended)).toBe(false)

  const live = { session_id: await session() }
  expect(await isAdmin(live)).toBe(true)
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${guest}`
  expect(await isAdmin(live)).toBe(false)
  await sql`update auth.users set banned_until = null where id = ${guest}`
  await ban(admin, guest, '2090-01-01')
  expect(await isAdmin()).toBe(false)
  expect(await isAdmin(live)).toBe(false)
})

test('a banned user with a valid access token cannot create, edit or delete listings and their calendars, edit the profile, write or answer reviews, book or send messages', async () => {
  const { sql } = database
  const host = await addUser(sql, `host${count}@example.com`)
  const [space, own] = [await addSpace(sql, host), await addSpace(sql, guest)]
  const other = await addSpace(sql, guest)
  const [conversation] = await sql<{ id: string }[]>`
    insert into conversations (space_id, guest_id, host_id)
    values (${space}, ${guest}, ${host}) returning id`
  const booking = await addBooking(sql, { guest: host, space: own, day: 5 })
  const [review] = await sql<{ id: string }[]>`
    insert into reviews (space_id, booking_id, user_id, rating, published_at)
    values (${own}, ${booking}, ${host}, 4, now()) returning id`
  // A stay that ended yesterday can be reviewed.
  const dayAgo = Date.now() - 24 * 3_600_000
  const stay = await addBooking(
    sql,
    { guest: host, space: own, day: 6 },
    { start_time: new Date(dayAgo - 3_600_000), end_time: new Date(dayAgo) },
  )
  await sql`
    insert into space_calendars (space_id, name, url)
    values (${own}, 'Home', 'https://calendar.example/home')`
  const as = (user: string, statement: string, values: string[]) =>
    asUser(sql, user, (it) => it.unsafe(statement, values))
  const attempts = [
    () =>
      as(
        guest,
        `insert into spaces (title, description, type, price, currency, location, country, capacity,
           amenities, user_id) values ('T', 'D', 'studio', 10, 'USD', 'Tokyo', 'Japan', 1, '{Wi-Fi}', $1)`,
        [guest],
      ),
    () => as(guest, 'update spaces set price = 5 where id = $1', [own]),
    () =>
      as(
        guest,
        `insert into space_extras (space_id, name, price, unit) values ($1, 'Piano', 5, 'booking')`,
        [own],
      ),
    () => as(guest, 'update space_extras set price = 6 where space_id = $1', [own]),
    () => as(guest, `update space_calendars set name = 'Work' where space_id = $1`, [own]),
    () => as(guest, `select set_space_extras($1, '[]')`, [other]),
    () => as(guest, `select block_time($1, '2030-02-01 10:00Z', '2030-02-01 12:00Z')`, [other]),
    () => as(guest, `select unblock_time($1, '2030-02-01 10:00Z', '2030-02-01 12:00Z')`, [other]),
    ...(
      [
        ['space_addresses', 'street_address'],
        ['space_arrival_notes', 'notes'],
      ] as const
    ).map(
      ([table, column]) =>
        () =>
          as(
            guest,
            `insert into ${table} (space_id, ${column}) values ($1, 'Ring twice')
               on conflict (space_id) do update set ${column} = excluded.${column}`,
            [own],
          ),
    ),
    () => as(guest, `update profiles set bio = 'Call me' where id = $1`, [guest]),
    () => as(guest, `select save_review($1, '{"rating": 4}')`, [stay]),
    () => as(guest, `select answer_review($1, 'Thank you')`, [review!.id]),
    () => as(guest, `select send_message(gen_random_uuid(), $1, 'Hello')`, [conversation!.id]),
    () =>
      sql`insert into payments (user_id, space_id, start_time, end_time, currency, rental_minor,
          platform_fee_percentage, platform_fee_minor, total_minor, host_commission_percentage,
          host_commission_minor, host_share_minor, cancellation_policy, time_zone)
        values (${guest}, ${space}, '2030-01-01 10:00Z', '2030-01-01 11:00Z', 'USD', 1000, 10, 100,
          1100, 10, 100, 900, 'flexible', 'UTC')`,
  ]
  for (const attempt of attempts) await attempt()
  await ban(admin, guest, '2090-01-01')
  const deletions = [
    () => as(guest, 'delete from space_extras where space_id = $1', [own]),
    () => as(guest, 'delete from space_calendars where space_id = $1', [own]),
    () => as(guest, 'delete from spaces where id = $1', [other]),
  ]
  for (const attempt of [...attempts, ...deletions])
    await expect(attempt()).rejects.toMatchObject({ code: 'PT403', detail: 'user_banned' })
  // The server still updates the space of a banned host.
  await sql`update spaces set rating = 4 where id = ${own}`
})

test('a deleted account with a valid access token is refused as deleted, not as banned', async () => {
  const { sql } = database
  const host = await addUser(sql, 'deleted@example.com')
  const space = await addSpace(sql, host)
  await sql`select erase_account(${host})`
  const blocking = asUser(
    sql,
    host,
    (it) => it`select block_time(${space}, '2030-02-01 10:00Z', '2030-02-01 12:00Z')`,
  )
  await expect(blocking).rejects.toMatchObject({ code: 'PT403', detail: 'account_deleted' })
})

test('banning a host can also hide all listings of the host with one email, and lifting the ban does not show the listings again', async () => {
  const { sql } = database
  const [one, two] = [await addSpace(sql, guest), await addSpace(sql, guest)]
  const listed = async () =>
    (await sql`select from spaces where user_id = ${guest} and is_listed`).length
  await ban(admin, guest, '2090-01-01')
  expect(await listed()).toBe(2)
  const hiding = (until: string) =>
    asUser(sql, admin, (it) => it`select ban_user(${guest}, ${until}, 'Fake places', true)`)
  await hiding('2090-01-01')
  expect(await listed()).toBe(0)
  expect(
    await sql`select target_id as id, reason from admin_actions
      where action = 'space.hide' and target_id in (${one}, ${two})`,
  ).toHaveLength(2)
  await hiding('2091-01-01')
  const mails = await sql`
    select template, data ->> 'count' as count, data ->> 'reason' as reason from outgoing_mails
    where user_id = ${guest} and template like 'listing%'`
  expect(mails).toEqual([{ template: 'listings-hidden', count: '2', reason: 'Fake places' }])
  await hiding('2020-01-01')
  expect(await listed()).toBe(0)
})

test('audit_log filters entries by admin or by the command line, and audit_admins returns the admins with entries, sorted by name', async () => {
  const { sql } = database
  const bela = await addUser(sql, 'bela@example.com')
  await sql`update profiles set is_admin = true, full_name = 'Béla' where id = ${bela}`
  await asUser(sql, admin, (it) => it`select sign_out_user(${guest}, 'Asked by phone')`)
  await asUser(sql, bela, (it) => it`select sign_out_user(${guest}, 'Stolen phone')`)
  await sql`select record_admin_action('user.sign_out', 'user', ${guest}, 'Asked by letter')`
  const log = await asUser(
    sql,
    admin,
    (it) => it`select admin, reason from audit_log(p_target => ${guest}, p_admin => ${bela})`,
  )
  expect(log).toEqual([{ admin: 'Béla', reason: 'Stolen phone' }])
  const byOperators = await asUser(
    sql,
    admin,
    (it) =>
      it`select admin, reason from audit_log(p_target => ${guest}, p_is_command_line => true)`,
  )
  expect(byOperators).toEqual([{ admin: null, reason: 'Asked by letter' }])
  expect(await asUser(sql, admin, (it) => it`select * from audit_admins()`)).toEqual([
    { id: admin, name: 'Ada' },
    { id: bela, name: 'Béla' },
  ])
})

test('an admin can grant admin rights to another user, but not revoke their own', async () => {
  const set = (user: string, isAdmin: boolean) =>
    asUser(
      database.sql,
      admin,
      (sql) => sql`select set_user_admin(${user}, ${isAdmin}, 'Team change')`,
    )
  await set(guest, true)
  const rights = await asUser(database.sql, guest, (sql) => sql`select is_admin()`)
  expect(rights).toEqual([{ is_admin: true }])
  await set(guest, false)
  await expect(set(admin, false)).rejects.toMatchObject({ detail: 'user_not_found' })
})

test('sign_out_user revokes all sessions of a user, and admin_user counts open sessions', async () => {
  await database.sql`insert into auth.sessions (user_id) values (${guest}), (${guest})`
  const sessions = async () => {
    const [row] = await asUser(
      database.sql,
      admin,
      (sql) => sql<{ user: { sessions: number } }[]>`select admin_user(${guest}) as user`,
    )
    return row?.user.sessions
  }
  expect(await sessions()).toBe(2)
  await asUser(database.sql, admin, (sql) => sql`select sign_out_user(${guest}, 'Stolen phone')`)
  expect(await sessions()).toBe(0)
})
