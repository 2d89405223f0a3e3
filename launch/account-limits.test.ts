import { afterEach, expect, test } from 'vitest'
import { storeAccountLimits } from './account-limits.ts'
import { readEnvironment } from './environment/environment.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase

afterEach(() => database.drop())

const limits = async () =>
  Object.fromEntries(
    (await database.sql`select name, value from account_limits`).map(({ name, value }) => [
      name,
      value,
    ]),
  ) as Record<string, number>

test('storeAccountLimits stores LISTINGS_PER_DAY and SPACE_TYPES_PER_DAY and keeps the schema defaults if they are unset', async () => {
  database = await createTestDatabase()
  const before = await limits()
  await storeAccountLimits(database.url, readEnvironment({}))
  expect(await limits()).toEqual(before)
  await storeAccountLimits(database.url, readEnvironment({ LISTINGS_PER_DAY: '7' }))
  expect(await limits()).toEqual({ ...before, listings_per_day: 7 })
})

test('storeAccountLimits stores nothing in a database without the marketplace schema', async () => {
  database = await createTestDatabase('bare')
  await expect(storeAccountLimits(database.url, readEnvironment({}))).resolves.toBeUndefined()
})
