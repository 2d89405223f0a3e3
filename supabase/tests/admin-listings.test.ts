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
