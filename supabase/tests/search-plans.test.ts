import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { dayMs } from '@hourspace/domain/durations.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  await sql`insert into auth.users (email) values ('host@example.com')`
  // Disables a slow trigger that looks up the time zone of each row.
  await sql`alter table spaces disable trigger complete_space`
  await sql`
    insert into spaces (user_id, title, description, type, price, location, country, capacity,
      amenities, latitude, longitude)
    select profiles.id, 'Loft ' || md5(n::text), case n when 7 then 'Xylophone' else 'Light' end,
      'studio', n % 90, case when n % 2 = 0 then 'Village' else 'Place ' || n % 50 end, 'Japan', 4,
      array['Wi-Fi', case n when 7 then 'Sauna' else 'Desk' end], n % 60, n % 170
    from profiles, generate_series(1, 4000) n`
  // The planner reliably chooses an index-only scan only if vacuum has marked the pages as visible
  // to all transactions. The first vacuum after the insert often marks no page, and the second
  // marks all.
  await vi.waitFor(
    async () => {
      await sql`vacuum analyze searchable_spaces`
      const [pages] = await sql`
        select relpages as total, relallvisible as visible from pg_class
        where oid = 'searchable_spaces'::regclass`
      if (pages?.['visible'] !== pages?.['total'])
        throw new Error('vacuum has not yet marked all pages as visible')
    },
    { timeout: 20_000, interval: 200 },
  )
})

afterAll(() => database.drop())

/** Returns the indexes in a list's query plans, and the number of rows that filters removed. */
async function planOf(filter: object): Promise<{ indexes: string[]; wasted: number }> {
  const plans: string[] = []
  const sql = postgres(database.url, {
    max: 1,
    onnotice: ({ message = '' }) => plans.push(message),
  })
  try {
    await sql`load 'auto_explain'`
    await sql`select set_config('auto_explain.log_min_duration', '0', false),
      set_config('auto_explain.log_analyze', 'on', false),
      set_config('auto_explain.log_timing', 'off', false),
      set_config('auto_explain.log_nested_statements', 'on', false),
      set_config('client_min_messages', 'log', false)`
    await sql`select search_spaces(${sql.json(filter as never)})`
  } finally {
    await sql.end()
  }
  const text = plans.join('\n')
  const numbers = [...text.matchAll(/Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
  return {
    indexes: [...text.matchAll(/(?:searchable_spaces|space_availability)\w*_idx/g)].map(
      ([name]) => name,
    ),
    wasted: numbers.reduce((sum, count) => sum + count, 0),
  }
}

const saturday = {
  date: new Date(Date.now() + 100 * dayMs).toISOString().slice(0, 10),
  from: '14:00',
  hours: 3,
}

// Half of the spaces are in one location. For this location, the planner may scan the index of the
// sort order or the index whose first column is the location.
test.each([
  [{ text: 'xylophone' }, 'searchable_spaces_document_idx'],
  [{ text: 'loft', order: 'price-low' }, 'searchable_spaces_price_idx'],
  [{ text: 'loft' }, 'searchable_spaces_rating_idx'],
  [{ text: 'loft village' }, 'searchable_spaces_(location_)?rating_idx'],
  [{ type: 'studio', order: 'top-rated' }, 'searchable_spaces_type_rating_idx'],
  [{ location: 'Village', order: 'price-low' }, 'searchable_spaces_(location_)?price_idx'],
  [{ locationContains: ['village'] }, 'searchable_spaces_(location_)?newest_idx'],
  [{ location: 'Village', max: 30 }, 'searchable_spaces_(location_)?newest_idx'],
  [{}, 'searchable_spaces_newest_idx'],
  [{ bounds: [10, 10, 11, 11] }, 'searchable_spaces_point_idx'],
  [{ amenities: ['Sauna'] }, 'searchable_spaces_amenities_idx'],
  [saturday, 'space_availability_starts_idx'],
  [{ hours: 3, max: 90 }, 'searchable_spaces_newest_idx'],
  [{ location: 'Village', ...saturday }, 'searchable_spaces_(location_)?newest_idx'],
])(
  'a list with the filter %j uses the index %s and discards fewer than 200 rows',
  async (filter, index) => {
    const { indexes, wasted } = await planOf(filter)
    expect(indexes).toContainEqual(expect.stringMatching(`^${index}$`))
    expect(wasted).toBeLessThan(200)
  },
)

test('space_facets counts up to 1,001 spaces, and estimates the counts per amenity and policy if more than 200 spaces match', async () => {
  const count = async (filter: object) =>
    (await database.sql`select space_facets(${database.sql.json(filter as never)}) as facets`)[0]
  const policies = (count: number) => [{ name: 'flexible', count }]
  expect(await count({})).toMatchObject({
    facets: {
      total: 1001,
      policies: policies(1001),
      // Does not test the count of the amenity "Desk". It is estimated from a sample of the spaces,
      // which may or may not contain the one space without a desk.
      amenities: expect.arrayContaining([{ name: 'Wi-Fi', count: 1001 }]),
    },
  })
  expect(await count({ location: 'Village', type: 'studio' })).toMatchObject({
    facets: { total: 1001, policies: policies(1001) },
  })
  expect(await count({ location: 'Place 7' })).toMatchObject({
    facets: { total: 80, policies: policies(80) },
  })
  expect(await count({ text: 'xylophone' })).toMatchObject({ facets: { total: 1 } })
  expect(await count({ location: 'Nowhere' })).toEqual({
    facets: { total: 0, amenities: [], policies: [] },
  })
})
