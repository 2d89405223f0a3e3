import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser } from './records.ts'

let database: TestDatabase
let admin: string
let host: string
let guest: string
let space: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  admin = await addUser(sql, 'ada@example.com')
  host = await addUser(sql, 'maya@example.com')
  guest = await addUser(sql, 'liam@example.com')
  await sql`update profiles set is_admin = true where id = ${admin}`
  await sql`update profiles set full_name = 'Zoë Núñez' where id = ${host}`
})
afterAll(() => database.drop())
beforeEach(async () => void (space = await addSpace(database.sql, host)))

const setHidden = (by: string, isHidden: boolean, reason = 'No such place') =>
  asUser(database.sql, by, (sql) => sql`select set_space_hidden(${space}, ${isHidden}, ${reason})`)
const isVisibleTo = async (userId: string) =>
  (await asUser(database.sql, userId, (sql) => sql`select from spaces where id = ${space}`))
    .length === 1
const reasonFor = async (userId: string) =>
  (await asUser(database.sql, userId, (sql) => sql`select hidden_reason(${space}) as reason`))[0]?.[
    'reason'
  ]
const found = async (text: string, state = 'all') => {
  const rows = await asUser(
    database.sql,
    admin,
    (sql) => sql<{ id: string }[]>`select id from find_listings(${text}, ${state})`,
  )
  return rows.map(({ id }) => id)
}

test('a hidden listing is visible only to its host and admins, and to all users after an admin shows it', async () => {
  expect(await isVisibleTo(guest)).toBe(true)
  await setHidden(admin, true)
  expect(await Promise.all([guest, host, admin].map(isVisibleTo))).toEqual([false, true, true])
  expect(await Promise.all([guest, host, admin].map(reasonFor))).toEqual([
    null,
    'No such place',
    'No such place',
  ])
  await setHidden(admin, false, 'Thank you for the correction')
  expect(await isVisibleTo(guest)).toBe(true)
  expect(await reasonFor(host)).toBeNull()
})

test('a hidden listing disappears from search but keeps its bookings, and hiding it again changes nothing', async () => {
  const { sql } = database
  await addBooking(sql, { guest, space, day: 5 })
  const searched = async () =>
    (await sql`select from searchable_spaces where space_id = ${space}`).length
  expect(await searched()).toBe(1)
  await setHidden(admin, true)
  expect(await searched()).toBe(0)
  await setHidden(admin, true, 'Said twice')
  const [booking] = await sql`select status from bookings where space_id = ${space}`
  expect(booking).toEqual({ status: 'confirmed' })
  const log = await sql`
    select action, reason from admin_actions where target_id = ${space} order by id`
  expect(log).toEqual([{ action: 'space.hide', reason: 'No such place' }])
})

test('hiding a listing requires an admin and a reason, and hiding or showing it emails and notifies its host', async () => {
  await expect(setHidden(host, true)).rejects.toThrow('Admins only')
  await expect(setHidden(admin, true, '  ')).rejects.toMatchObject({ detail: 'reason_required' })
  await setHidden(admin, true)
  await setHidden(admin, false, 'Corrected')
  const mails = await database.sql`
    select template, recipient, data ->> 'reason' as reason from outgoing_mails
    where data ->> 'space_id' = ${space} order by created_at, template`
  expect(mails).toEqual([
    { template: 'listing-hidden', recipient: 'maya@example.com', reason: 'No such place' },
    { template: 'listing-shown', recipient: 'maya@example.com', reason: 'Corrected' },
  ])
  const notes = await database.sql`
    select kind from notifications where path = ${`/hosting/listings/${space}`} order by kind`
  expect(notes.map(({ kind }) => kind)).toEqual(['listing-hidden', 'listing-shown'])
})

test('a host cannot duplicate a hidden listing', async () => {
  const duplicate = () =>
    asUser(database.sql, host, (sql) => sql`select duplicate_space(${space}) as id`)
  await setHidden(admin, true)
  await expect(duplicate()).rejects.toMatchObject({ detail: 'space_hidden' })
  await setHidden(admin, false)
  expect(await duplicate()).toHaveLength(1)
})

test('extras, booking rules and times of a hidden listing are visible only to its host, its guests and admins', async () => {
  const { sql } = database
  await sql`insert into space_extras (space_id, name, price, unit) values (${space}, 'Piano', 20, 'booking')`
  await sql`insert into space_opening_hours (space_id, weekday) values (${space}, 0)`
  await sql`insert into space_date_exceptions (space_id, date) values (${space}, '2030-01-01')`
  await sql`insert into space_price_rules (space_id, weekday, from_hour, to_hour, price)
    values (${space}, 0, 9, 12, 50)`
  await sql`insert into space_length_discounts (space_id, minimum_hours, percentage)
    values (${space}, 3, 15)`
  await sql`select take_slot(${space}, now() + interval '1 day', now() + interval '25 hours', 'blackout')`
  const rowsSeenBy = async (userId: string) => {
    const [row] = await asUser(
      sql,
      userId,
      (own) => own`
        select (select count(*) from space_extras where space_id = ${space})
          + (select count(*) from space_opening_hours where space_id = ${space})
          + (select count(*) from space_date_exceptions where space_id = ${space})
          + (select count(*) from space_price_rules where space_id = ${space})
          + (select count(*) from space_length_discounts where space_id = ${space})
          + (select count(*) from space_availability where space_id = ${space})
          + (select count(*) from taken_times where space_id = ${space})
          + exists (select from slots_of_days(${space}, '2030-01-06', '2030-01-12'))::int as rows`,
    )
    return Number(row?.['rows'])
  }
  const other = await addUser(sql, 'noor@example.com')
  await addBooking(sql, { guest: other, space, day: 5 })
  const readers = [guest, other, host, admin]
  expect(await Promise.all(readers.map(rowsSeenBy))).toEqual([8, 8, 8, 8])
  await setHidden(admin, true)
  expect(await Promise.all(readers.map(rowsSeenBy))).toEqual([0, 8, 8, 8])
})

test('find_listings finds listings by id, host name, host email and state', async () => {
  expect(await found(`https://example.com/space/${space}`)).toEqual([space])
  expect(await found('MAYA@')).toContain(space)
  expect(await found('zoe nunez')).toContain(space)
  expect(await found('zoe x')).toEqual([])
  expect(await found('maya@', 'hidden')).not.toContain(space)
  await setHidden(admin, true)
  expect(await found('maya@', 'hidden')).toContain(space)
  expect(await found('maya@', 'listed')).not.toContain(space)
})
