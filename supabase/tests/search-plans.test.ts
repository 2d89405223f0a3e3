import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  await sql`insert into auth.users (email) values ('host@example.com')`
  // Speeds up the insert by disabling a trigger that looks up the time zone of each row.
  await sql`alter table spaces disable trigger complete_space`
  await sql`
    insert into spaces (user_id, title, description, type, price, location, country, capacity,
      amenities)
    select profiles.id, 'Loft ' || md5(n::text), case n when 7 then 'Xylophone' else 'Light' end, 'studio', n % 90, 'Place ' || n % 50,
      'Japan', 4, '{Wi-Fi}'
    from profiles, generate_series(1, 4000) n`
  await sql`analyze searchable_spaces`
})

afterAll(() => database.drop())

/** Returns the plan of the rows that a list with this filter reads. */
async function planOf(
  filter: object,
  order: string,
): Promise<{ indexes: string[]; wasted: number }> {
  const { sql } = database
  const [found] = await sql<[{ rows: string }]>`
    select filtered_spaces(${sql.json(filter as never)}, found.matching, null) as rows
    from understand_search(${'text' in filter ? String(filter.text) : ''}) as found`
  const lines = await sql.unsafe<{ 'QUERY PLAN': string }[]>(
    `explain (analyze, costs off, timing off, buffers off)
     select space_id, free_from from ${found.rows} order by listed.${order} limit 25`,
  )
  const text = lines.map((line) => line['QUERY PLAN']).join('\n')
  const numbers = [...text.matchAll(/Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
  return {
    indexes: [...text.matchAll(/(?:searchable_spaces|space_availability)\w*_idx/g)].map(
      ([name]) => name,
    ),
    wasted: numbers.reduce((sum, count) => sum + count, 0),
  }
}

const saturday = { date: '2027-03-06', from: '14:00', hours: 3 }

test.each([
  [{ text: 'xylophone' }, 'newest_key desc', 'searchable_spaces_document_idx'],
  [{ locationContains: ['atlantis'] }, 'newest_key desc', 'searchable_spaces_location_part_idx'],
  [{ text: 'loft' }, 'price_key', 'searchable_spaces_price_idx'],
  [{ type: 'office' }, 'rating_key desc', 'searchable_spaces_type_rating_idx'],
  [{ location: 'Place 7' }, 'price_key', 'searchable_spaces_location_price_idx'],
  [{}, 'newest_key desc', 'searchable_spaces_newest_idx'],
  [saturday, 'newest_key desc', 'space_availability_starts_idx'],
  [
    { location: 'Place 7', ...saturday },
    'rating_key desc',
    'searchable_spaces_location_rating_idx',
  ],
])('a list with the filter %j ordered by %s uses the index %s', async (filter, order, index) => {
  const { indexes, wasted } = await planOf(filter, order)
  expect(indexes).toContain(index)
  expect(wasted).toBeLessThan(200)
})
