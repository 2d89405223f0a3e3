import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostCommissionPercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['platform_fee_percentage', platformFeePercentage],
  ['host_commission_percentage', hostCommissionPercentage],
])(
  'the column default of bookings.%s equals the constant in domain/fees.ts',
  async (name, value) => {
    const [column] = await database.sql`
    select column_default::numeric::float8 as value from information_schema.columns
    where table_schema = 'public' and table_name = 'bookings' and column_name = ${name}`
    expect(column).toEqual({ value })
  },
)
