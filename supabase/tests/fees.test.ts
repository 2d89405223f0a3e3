import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(['bookings', 'payments'])(
  'the fee percentages of the table %s are required and have no defaults',
  async (table) => {
    const columns = await database.sql`
      select column_name as name, column_default as default, is_nullable as nullable
      from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name like '%_percentage'
      order by column_name`
    expect([...columns]).toEqual([
      { name: 'host_commission_percentage', default: null, nullable: 'NO' },
      { name: 'platform_fee_percentage', default: null, nullable: 'NO' },
    ])
  },
)
