import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies, priceProblem } from '@hourspace/domain/money.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser, cancelBooking } from './records.ts'

let database: TestDatabase
let host: string
let guest: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
  guest = await addUser(database.sql, 'guest@example.com')
})

afterAll(() => database.drop())

const asHost: <Answer>(
  work: (sql: Parameters<Parameters<typeof asUser>[2]>[0]) => Promise<Answer>,
) => Promise<Answer> = (work) => asUser(database.sql, host, work)

const remove = (space: string) =>
  asHost(async (sql) => (await sql`select remove_space(${space}) as outcome`)[0]?.outcome as string)

test('remove_space deletes a space without bookings', async () => {
  const space = await addSpace(database.sql, host)
  expect(await remove(space)).toBe('deleted')
  expect(await database.sql`select from spaces where id = ${space}`).toHaveLength(0)
})

test('a space with upcoming bookings or requests can be removed only after they have ended, and is then withdrawn', async () => {
  const { sql } = database
  const space = await addSpace(sql, host)
  const booking = await addBooking(sql, { guest, space, day: 4 })
  await expect(remove(space)).rejects.toMatchObject({
    message:
      'This space has 1 booking until January 4, 2030. Cancel it first, or archive the space and delete it later.',
    hint: '2030-01-04',
  })
  const request = { status: 'requested', answer_by: new Date(Date.UTC(2030, 0, 2)) }
  await addBooking(sql, { guest, space, day: 3 }, request)
  await addBooking(sql, { guest, space, day: 5 }, request)
  await expect(remove(space)).rejects.toMatchObject({
    message:
      'This space has 1 booking and 2 requests until January 5, 2030. Cancel or decline them first, or archive the space and delete it later.',
    hint: '2030-01-03',
  })
  await cancelBooking(sql, booking)
  await expect(remove(space)).rejects.toThrow(
    'This space has 2 requests until January 5, 2030. Decline them first,',
  )
  await sql`
    update bookings set status = 'expired', answer = 'expired', answered_at = now()
    where space_id = ${space} and status = 'requested'`
  expect(await remove(space)).toBe('withdrawn')
  const seen = await asHost((own) => own`select from spaces where id = ${space} and is_listed`)
  expect(seen).toHaveLength(0)
})

test('an archived space is hidden from visitors, search and counts, and its host can restore it', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { location: 'Nara' })
  const isFound = async () => {
    const rows = await sql`select from searchable_spaces where space_id = ${space}`
    const places = await sql`select from space_locations where location = 'Nara'`
    const visible = await asUser(sql, guest, (own) => own`select from spaces where id = ${space}`)
    return [rows.length, places.length, visible.length]
  }
  const archive = (at: Date | null) =>
    asHost((own) => own`update spaces set archived_at = ${at} where id = ${space}`)
  expect(await isFound()).toEqual([1, 1, 1])
  await archive(new Date())
  expect(await isFound()).toEqual([0, 0, 0])
  expect(await asHost((own) => own`select from spaces where id = ${space}`)).toHaveLength(1)
  await archive(null)
  expect(await isFound()).toEqual([1, 1, 1])
})

test('set_space_extras replaces all extras of a space in order, and keeps the old ones if a new one is invalid', async () => {
  const { sql } = database
  const space = await addSpace(sql, host)
  const set = (extras: object[]) =>
    asHost((own) => own`select set_space_extras(${space}, ${own.json(extras as never)})`)
  const stored = async () => {
    const rows = await sql`
      select name, price::float8, unit from space_extras
      where space_id = ${space} order by position`
    return [...rows]
  }
  const piano = { name: 'Piano', price: 20.5, unit: 'booking' }
  const cleaning = { name: 'Cleaning', price: 5, unit: 'hour' }
  await set([piano, cleaning])
  expect(await stored()).toEqual([piano, cleaning])
  await set([cleaning, piano])
  expect(await stored()).toEqual([cleaning, piano])
  await expect(set([piano, { ...cleaning, price: 0.001 }])).rejects.toMatchObject({
    detail: 'bad_extra_price',
  })
  expect(await stored()).toEqual([cleaning, piano])
  await set([])
  expect(await stored()).toEqual([])
})

test('set_space_extras keeps the ids of unchanged extras', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { archived_at: new Date() })
  const set = async (extras: object[]) => {
    await asHost((own) => own`select set_space_extras(${space}, ${own.json(extras as never)})`)
    const rows = await sql`
      select id from space_extras where space_id = ${space} order by position`
    return rows.map(({ id }) => id as string)
  }
  const piano = { name: 'Piano', price: 20.5, unit: 'booking' }
  const cleaning = { name: 'Cleaning', price: 5, unit: 'hour' }
  const ids = await set([piano, cleaning])
  expect(ids).toHaveLength(2)
  expect(await set([piano, cleaning])).toEqual(ids)
  expect(await set([cleaning, piano])).toEqual(ids.toReversed())
  const changed = await set([piano, { ...cleaning, price: 6 }])
  expect(changed).toEqual([ids[0], expect.any(String)])
  expect(changed[1]).not.toBe(ids[1])
  const twice = await set([piano, piano])
  expect(twice).toEqual([ids[0], expect.any(String)])
  expect(await set([piano, piano])).toEqual(twice)
  expect(await set([])).toEqual([])
})

test('a copied space has the buffer, opening hours and extras of the original, and only its host sees it until the host opens it', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { title: 'Loft', buffer_minutes: 30 })
  await sql`insert into space_opening_hours (space_id, weekday) values (${space}, 0)`
  await sql`insert into space_extras (space_id, name, price, unit) values (${space}, 'Piano', 20, 'booking')`
  const copy = await asHost(
    async (own) => (await own`select duplicate_space(${space}) as id`)[0]?.id as string,
  )
  const [row] = await sql`
    select title, buffer_minutes, slug is not null as has_slug from spaces where id = ${copy}`
  expect(row).toEqual({
    title: 'Copy of Loft',
    buffer_minutes: 30,
    has_slug: true,
  })
  expect(await sql`select from space_opening_hours where space_id = ${copy}`).toHaveLength(1)
  expect(await sql`select from space_extras where space_id = ${copy}`).toHaveLength(1)

  const rowsSeen = async () => {
    const found = await sql`
      select bookable from searchable_spaces where space_id = ${copy}`
    const guests = await asUser(sql, guest, (own) => own`select from spaces where id = ${copy}`)
    const hosts = await asHost((own) => own`select from spaces where id = ${copy}`)
    return [found[0]?.['bookable'], guests.length, hosts.length]
  }
  expect(await rowsSeen()).toEqual([undefined, 0, 1])
  await asHost((own) => own`update spaces set archived_at = null where id = ${copy}`)
  expect(await rowsSeen()).toEqual([true, 1, 1])
})

test('the host of a space can read the old and new values in its change history, and guests cannot read the history', async () => {
  const { sql } = database
  const space = await addSpace(sql, host)
  await asHost((own) => own`update spaces set price = 120, title = 'Loft' where id = ${space}`)
  await asHost(
    (own) => own`
    select set_booking_rules(${space}, '{"buffer_minutes": 30, "opening_hours": []}')`,
  )
  const history = (person: string) =>
    asUser(sql, person, async (own) => [
      ...(await own`select changes from space_changes where space_id = ${space} order by id`),
    ])
  expect(await history(host)).toEqual([
    { changes: { price: [100, 120] } },
    { changes: { buffer_minutes: [0, 30] } },
    { changes: { opening_hours: [null, []] } },
  ])
  expect(await history(guest)).toEqual([])
})

test('set_booking_rules records only known keys in the change history, and rejects more than 1,000 dates with special hours', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { country: 'Chile' })
  const set = (rules: object) =>
    asHost((own) => own`select set_booking_rules(${space}, ${own.json(rules as never)})`)
  const discount = { minimum_hours: 4, percentage: 10 }
  const date = { date: '2030-01-07', first_start: null, last_start: null, out_by: null }
  await set({
    length_discounts: [{ ...discount, other: 'x'.repeat(1000) }],
    date_exceptions: [{ ...date, other: 'x' }],
  })
  expect(await sql`select changes from space_changes where space_id = ${space}`).toEqual([
    { changes: { length_discounts: [null, [discount]], date_exceptions: [null, [date]] } },
  ])
  await expect(
    set({ date_exceptions: Array.from({ length: 1001 }, () => date) }),
  ).rejects.toMatchObject({
    detail: 'too_many_dates',
  })
})

test('price_hint compares at least five spaces of the same type in the city or country, or of all types in the city', async () => {
  const { sql } = database
  for (const price of [20, 40, 50, 60, 100])
    await addSpace(sql, host, { location: 'Fez', country: 'Morocco', type: 'office', price })
  const hint = (location: string, type = 'office') =>
    asHost(
      async (own) =>
        (await own`select price_hint(${type}, ${location}, 'Morocco', 'USD') as hint`)[0]
          ?.hint as unknown,
    )
  const half = { spaces: 5, low: 40, high: 60 }
  expect(await hint('Fez')).toEqual({ ...half, scope: 'city', same_type: true })
  expect(await hint('Rabat')).toEqual({ ...half, scope: 'country', same_type: true })
  expect(await hint('Fez', 'studio')).toEqual({ ...half, scope: 'city', same_type: false })
  expect(await hint('Rabat', 'studio')).toBeNull()
  const none = await asHost(
    async (own) =>
      (await own`select price_hint('office', 'Lima', 'Peru', 'USD') as hint`)[0]?.hint as unknown,
  )
  expect(none).toBeNull()
})

test('a space cannot be listed or edited with a price below the minimum card charge of domain/money.ts', async () => {
  const { sql } = database
  const leasts = await sql<{ currency: (typeof currencies)[number]; least: number }[]>`
    select currency, minimum_charge(currency)::float8 as least
    from unnest(${[...currencies]}::text[]) as currency`
  for (const { currency, least } of leasts) {
    expect(priceProblem(least, currency)).toBeNull()
    expect(priceProblem(least * 0.98, currency)).not.toBeNull()
  }
  await expect(addSpace(sql, host, { price: 0.49 })).rejects.toThrow('spaces_price_chargeable')
  const space = await addSpace(sql, host, { price: 0 })
  const edited = asHost((own) => own`update spaces set price = 0.49 where id = ${space}`)
  await expect(edited).rejects.toThrow('spaces_price_chargeable')
})

test('price rules, discounts and a later price change cannot lead to an amount below the minimum card charge', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { price: 2 })
  const set = (rules: object) =>
    asHost((own) => own`select set_booking_rules(${space}, ${own.json(rules as never)})`)
  const discount = { minimum_hours: 2, percentage: 80 }
  const rule = { weekday: 1, from_hour: 9, to_hour: 12, price: 0.4 }
  await expect(set({ price_rules: [rule] })).rejects.toThrow('can’t be charged')
  await set({ length_discounts: [discount] })
  await expect(set({ length_discounts: [{ ...discount, percentage: 90 }] })).rejects.toThrow(
    'can’t be charged',
  )
  const lower = asHost((own) => own`update spaces set price = 1 where id = ${space}`)
  await expect(lower).rejects.toThrow('can’t be charged')
  // Two hours, one of them free, cost 0.40 after the discount.
  await expect(set({ price_rules: [{ ...rule, price: 0 }] })).rejects.toThrow('can’t be charged')
})

test('a space with price rules keeps its currency until its host removes the rules', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { currency: 'USD', price: 40 })
  const set = (rules: object) =>
    asHost((own) => own`select set_booking_rules(${space}, ${own.json(rules as never)})`)
  const toYen = () =>
    asHost((own) => own`update spaces set currency = 'JPY', price = 6000 where id = ${space}`)
  await set({ price_rules: [{ weekday: 6, from_hour: 9, to_hour: 22, price: 60 }] })
  await expect(toYen()).rejects.toMatchObject({
    detail: 'has_price_rules',
    message:
      'The prices by day and hour are in USD. Please remove them before you change the currency',
  })
  await asHost((own) => own`update spaces set currency = 'USD', price = 45 where id = ${space}`)
  await set({ price_rules: [] })
  await toYen()
  const [row] = await sql`select currency, price::int from spaces where id = ${space}`
  expect(row).toEqual({ currency: 'JPY', price: 6000 })
})

test('a copied space gets a slug from its own title when the host first opens the space, and then keeps this slug', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { title: 'Loft' })
  const copy = await asHost(
    async (own) => (await own`select duplicate_space(${space}) as id`)[0]?.id as string,
  )
  const change = (values: object) =>
    asHost((own) => own`update spaces set ${own(values as never)} where id = ${copy}`)
  const slug = async () =>
    (await sql<{ slug: string }[]>`select slug from spaces where id = ${copy}`)[0]!.slug
  await change({ title: 'Attic' })
  await change({ archived_at: null })
  expect(await slug()).toBe(`attic-tokyo-${copy.slice(-6)}`)
  await change({ title: 'Cellar' })
  await change({ archived_at: new Date() })
  await change({ archived_at: null })
  expect(await slug()).toBe(`attic-tokyo-${copy.slice(-6)}`)
})
