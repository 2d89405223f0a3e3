import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser } from './records.ts'

let database: TestDatabase
let space: string

beforeAll(async () => {
  database = await createTestDatabase()
  const host = await addUser(database.sql, 'host@example.com')
  const guest = await addUser(database.sql, 'guest@example.com')
  space = await addSpace(database.sql, host, { buffer_minutes: 30, time_zone: 'UTC' })
  const booking = await addBooking(database.sql, { guest, space, day: 7 })
  await database.sql`
    select take_slot(${space}, '2030-01-07T10:00Z', '2030-01-07T11:00Z', 'booking', null,
      ${booking}, '2030-01-07T11:30Z')`
  await database.sql`
    select take_slot(${space}, '2030-01-07T15:00Z', '2030-01-07T16:30Z', 'blackout')`
})

afterAll(() => database.drop())

test('slots_of_days returns whether the first hour of each slot is free, booked, blocked, partly taken or part of a buffer', async () => {
  const slots = await database.sql<{ hour: number; taken_by: string | null }[]>`
    select hour, taken_by from slots_of_days(${space}, '2030-01-07', '2030-01-07', 1)`
  const takenBy = Object.fromEntries(slots.map(({ hour, taken_by }) => [hour, taken_by]))
  expect(takenBy).toMatchObject({
    10: 'booked',
    11: 'buffer',
    12: null,
    15: 'blocked',
    16: 'partly',
    17: null,
  })
})

test.each([
  ['-infinity', 'infinity'],
  ['2030-01-07', '-infinity'],
])('slots_of_days rejects the infinite range %s to %s', async (from, to) => {
  await expect(
    database.sql`select from slots_of_days(${space}, ${from}::text::date, ${to}::text::date, 1)`,
  ).rejects.toMatchObject({ message: 'p_from and p_to must be finite dates' })
})

test('a search rejects an infinite date', async () => {
  await expect(database.sql`select search_spaces('{"date": "infinity"}')`).rejects.toMatchObject({
    message: 'date must be a finite date',
  })
})
