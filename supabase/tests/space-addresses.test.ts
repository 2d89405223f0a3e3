import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { metersBetween } from '@hourspace/domain/gazetteer.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser } from './records.ts'

let database: TestDatabase
let sql: postgres.Sql
let space: string
const people: Record<'host' | 'guest' | 'other' | 'admin', string> = {
  host: '',
  guest: '',
  other: '',
  admin: '',
}

const exact = { latitude: 52.4989, longitude: 13.4178 }

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  for (const name of ['host', 'guest', 'other', 'admin'] as const)
    people[name] = await addUser(sql, `${name}@example.com`)
  await sql`update profiles set is_admin = true where id = ${people.admin}`
  space = await addSpace(sql, people.host)
  await sql`insert into space_addresses ${sql({ space_id: space, street_address: 'Oranienstraße 1', ...exact })}`
  await sql`insert into space_arrival_notes (space_id, notes) values (${space}, 'Ring twice')`
})

afterAll(() => database.drop())

/** Runs a statement as a user, or as a visitor without a session if `user` is null. */
async function as<T>(user: string | null, run: (sql: postgres.TransactionSql) => Promise<T>) {
  const claims = user ? { role: 'authenticated', sub: user } : { role: 'anon' }
  return sql.begin(async (transaction) => {
    await transaction`select set_config('role', ${claims.role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    return run(transaction)
  })
}

const canReadAddress = (user: string) =>
  as(user, async (sql) => (await sql`select street_address from space_addresses`).length > 0)

const canReadNotes = (user: string) =>
  as(user, async (sql) => (await sql`select notes from space_arrival_notes`).length > 0)

async function withBooking({ status, ...values }: Record<string, unknown>) {
  const id = await addBooking(sql, { guest: people.guest, space, day: 1 }, values)
  if (status)
    await sql`update bookings set status = ${status as string}, cancelled_at = now() where id = ${id}`
  const readable = {
    address: await canReadAddress(people.guest),
    notes: await canReadNotes(people.guest),
  }
  await sql`delete from bookings where id = ${id}`
  return readable
}

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)
const lasting = (start: number) => ({ start_time: inHours(start), end_time: inHours(start + 1) })

test('the host and admins can read the address and the arrival notes of a space; other users and visitors cannot', async () => {
  for (const user of [people.host, people.admin]) {
    expect(await canReadAddress(user)).toBe(true)
    expect(await canReadNotes(user)).toBe(true)
  }
  for (const user of [people.guest, people.other]) {
    expect(await canReadAddress(user)).toBe(false)
    expect(await canReadNotes(user)).toBe(false)
  }
  await expect(as(null, (sql) => sql`select street_address from space_addresses`)).rejects.toThrow(
    'permission denied',
  )
})

test.each([
  ['more than a day before the start', lasting(48), { address: true, notes: false }],
  ['within 24 hours of the start', lasting(20), { address: true, notes: true }],
  ['within a day after the end', lasting(-20), { address: true, notes: true }],
  ['more than a day after the end', lasting(-48), { address: false, notes: false }],
  [
    'after the booking was cancelled',
    { ...lasting(20), status: 'cancelled' },
    { address: false, notes: false },
  ],
])('$0, the guest of a booking can read $2 of the space', async (_when, booking, expected) => {
  expect(await withBooking(booking)).toEqual(expected)
})

test('a booking of one guest does not reveal the address to other guests', async () => {
  const id = await addBooking(sql, { guest: people.other, space, day: 2 }, lasting(20))
  expect(await canReadAddress(people.guest)).toBe(false)
  await sql`delete from bookings where id = ${id}`
})

const publicPoint = async () => {
  const [point] = await sql<{ latitude: number; longitude: number }[]>`
    select latitude, longitude from spaces where id = ${space}`
  return point!
}

test('the public point of a space is 200 to 400 m from its exact point at any latitude', async () => {
  for (const latitude of [0, 52.5, -33.9, 69.6]) {
    const other = await addSpace(sql, people.host)
    await sql`insert into space_addresses ${sql({ space_id: other, street_address: '', latitude, longitude: 20 })}`
    const [point] = await sql<{ latitude: number; longitude: number }[]>`
      select latitude, longitude from spaces where id = ${other}`
    const meters = metersBetween({ latitude, longitude: 20 }, point!)
    expect(meters).toBeGreaterThanOrEqual(199)
    expect(meters).toBeLessThanOrEqual(401)
    await sql`delete from spaces where id = ${other}`
  }
})

test('updates of an address keep the random offset of its public point, so that averaging public points cannot reveal the exact point', async () => {
  const first = await publicPoint()
  const moved = { latitude: exact.latitude + 0.01, longitude: exact.longitude }
  const write = (point: typeof exact) =>
    as(
      people.host,
      (sql) => sql`update space_addresses set ${sql(point)} where space_id = ${space}`,
    )
  await write(moved)
  expect(metersBetween(first, await publicPoint())).toBeCloseTo(metersBetween(exact, moved), 0)
  await write(exact)
  const again = await publicPoint()
  expect(again.latitude).toBeCloseTo(first.latitude, 10)
  expect(again.longitude).toBeCloseTo(first.longitude, 10)
})

test('a host cannot read or set the random offset of the public point, set the public point, or delete the address', async () => {
  for (const statement of [
    'select shift_meters from space_addresses',
    'select shift_degrees from space_addresses',
    'update space_addresses set shift_meters = 200',
    'update spaces set latitude = 1, longitude = 1',
    'delete from space_addresses',
  ])
    await expect(as(people.host, (sql) => sql.unsafe(statement))).rejects.toThrow(
      'permission denied',
    )
})
