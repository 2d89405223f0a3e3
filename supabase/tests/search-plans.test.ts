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
    select profiles.id, 'Loft ' || md5(n::text), 'Light', 'studio', n % 90, 'Place ' || n % 50,
      'Japan', 4, '{Wi-Fi}'
    from profiles, generate_series(1, 4000) n`
  await sql`analyze spaces`
})

afterAll(() => database.drop())

/**
 * Returns the indexes that a visitor's query uses, and the number of rows that it reads but filters
 * out.
 */
async function planOf(query: string): Promise<{ indexes: string[]; wasted: number }> {
  const lines = await database.sql.begin(async (transaction) => {
    await transaction`set local role anon`
    return transaction.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, costs off, timing off, buffers off) ${query}`,
    )
  })
  const text = lines.map((line) => line['QUERY PLAN']).join('\n')
  const numbers = [...text.matchAll(/Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
  return {
    indexes: [...text.matchAll(/spaces\w*_idx/g)].map(([name]) => name),
    wasted: numbers.reduce((sum, count) => sum + count, 0),
  }
}

test.each([
  ["search_text like '%xylophone%' order by newest_key desc", 'spaces_search_idx'],
  ["location_text like '%atlantis%' order by newest_key desc", 'spaces_location_part_idx'],
  ["search_text like '%loft%' order by price_key", 'spaces_price_key_idx'],
  ["type = 'office' order by rating_key desc", 'spaces_type_rating_idx'],
  ["location = 'Place 7' order by price_key", 'spaces_location_price_idx'],
  ['true order by newest_key desc', 'spaces_newest_key_idx'],
])('a list of spaces where %s uses the index %s', async (condition, index) => {
  const { indexes, wasted } = await planOf(
    `select id from listed_spaces where ${condition} limit 25`,
  )
  expect(indexes).toContain(index)
  expect(wasted).toBeLessThan(200)
})
