import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser } from './records.ts'

let database: TestDatabase
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
  await database.sql`update account_limits set value = 2 where name = 'reports_per_day'`
})

afterAll(() => database.drop())

const report = (user: string, spaceId: string) =>
  asUser(
    database.sql,
    user,
    (sql) =>
      sql`insert into space_reports (space_id, reason, details)
        values (${spaceId}, 'scam', 'Asked for a bank transfer')`,
  )

test('a report of a space is emailed to the admins once, and a second report is rejected while the first is open', async () => {
  const guest = await addUser(database.sql, 'reporter@example.com')
  const space = await addSpace(database.sql, host)
  await report(guest, space)
  await expect(report(guest, space)).rejects.toMatchObject({ code: '23505' })
  const mails = await database.sql`
    select recipient, data from outgoing_mails where template = 'space-reported'`
  expect(mails).toMatchObject([
    { recipient: 'company', data: { reason: 'scam', details: 'Asked for a bank transfer' } },
  ])
})

test('the database rejects reports above the daily limit of an account', async () => {
  const guest = await addUser(database.sql, 'busy@example.com')
  await report(guest, await addSpace(database.sql, host))
  await report(guest, await addSpace(database.sql, host))
  await expect(report(guest, await addSpace(database.sql, host))).rejects.toMatchObject({
    code: 'PT429',
    detail: 'too_many_reports',
    message: 'You can report 2 spaces a day. Please try again tomorrow',
  })
})

test.each([
  ['Nora Katharina Klein', 'Nora K.'],
  ['  Nora   klein ', 'Nora K.'],
  ['Nora', 'Nora'],
  ['', null],
  [null, null],
])('the author name %j of a review is shortened to %j', async (full, short) => {
  const [row] = await database.sql`select short_name(${full}) as name`
  expect(row).toEqual({ name: short })
})

test('a review shows the shortened name of its author, and "Former guest" after the account is deleted', async () => {
  const { sql } = database
  const guest = await addUser(sql, 'author@example.com')
  await sql`update profiles set full_name = 'Nora Klein' where id = ${guest}`
  const space = await addSpace(database.sql, host)
  const booking = await addBooking(sql, { guest, space, day: 7 })
  await sql`insert into reviews (space_id, booking_id, user_id, rating, comment, published_at)
    values (${space}, ${booking}, ${guest}, 4, 'Bright', now())`
  const names = () => sql`select author_name from space_reviews where space_id = ${space}`
  expect(await names()).toEqual([{ author_name: 'Nora K.' }])

  await sql`update profiles set full_name = null where id = ${guest}`
  expect(await names()).toEqual([{ author_name: 'A guest' }])
  await sql`update reviews set user_id = null where space_id = ${space}`
  expect(await names()).toEqual([{ author_name: 'Former guest' }])
})
