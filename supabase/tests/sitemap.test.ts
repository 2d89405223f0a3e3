import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  await sql`insert into auth.users (id, email) values (${hostId}, 'host@example.com')`
  await sql`
    insert into public.spaces
      (title, description, type, price, location, country, capacity, amenities, user_id, slug)
    select 'Room ' || n, 'A room', 'studio', 10, 'Tokyo', 'Japan', 4, '{Wi-Fi}', ${hostId},
      case when n > 1 then 'room-' || n end
    from generate_series(1, 60) as n`
})
afterAll(() => database.drop())

const hostId = '00000000-0000-4000-8000-0000000000aa'

async function addresses(part: number, parts: number): Promise<string[]> {
  const rows = await database.sql<{ address: string }[]>`
    select space ->> 'address' as address
    from jsonb_array_elements(public.sitemap_spaces(${part}, ${parts})) as space`
  return rows.map(({ address }) => address)
}

test.each([1, 2, 3, 7])(
  'the sitemap of spaces, split into %d parts, lists every space exactly once',
  async (parts) => {
    const found: string[] = []
    for (let part = 0; part < parts; part++) found.push(...(await addresses(part, parts)))
    expect(found).toHaveLength(60)
    expect(new Set(found).size).toBe(60)
  },
)

test('sitemap_spaces returns an empty sitemap if the part number is out of range', async () => {
  expect(await addresses(3, 3)).toEqual([])
  expect(await addresses(-1, 3)).toEqual([])
  expect(await addresses(0, 0)).toEqual([])
})

test('the sitemap of hosts lists each host with a public space once', async () => {
  const { sql } = database
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'guest@example.com')`
  const rows = await sql`
    select host ->> 'id' as id from jsonb_array_elements(public.sitemap_hosts()) as host`
  expect([...rows]).toEqual([{ id: hostId }])
})

test('every update of a space sets updated_at to the current time', async () => {
  const { sql } = database
  await sql`alter table public.spaces disable trigger set_space_updated_at`
  await sql`update public.spaces set updated_at = '2020-01-01' where slug = 'room-2'`
  await sql`alter table public.spaces enable trigger set_space_updated_at`
  await sql`update public.spaces set price = 11 where slug = 'room-2'`
  const [row] = await sql`
    select updated_at > now() - interval '1 minute' as touched
    from public.spaces where slug = 'room-2'`
  expect(row?.['touched']).toBe(true)
})
