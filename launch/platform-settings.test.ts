import { afterEach, expect, test } from 'vitest'
import { storePlatformSettings } from './platform-settings.ts'
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

test('storePlatformSettings stores LISTINGS_PER_DAY, and keeps the schema defaults of unset limits', async () => {
  database = await createTestDatabase()
  const before = await limits()
  await storePlatformSettings(database.url, readEnvironment({}))
  expect(await limits()).toEqual(before)
  await storePlatformSettings(database.url, readEnvironment({ LISTINGS_PER_DAY: '7' }))
  expect(await limits()).toEqual({ ...before, listings_per_day: 7 })
})

test('storePlatformSettings requires a second factor for admins in production, but not where fake services may run', async () => {
  database = await createTestDatabase()
  const isRequired = async (variables: NodeJS.ProcessEnv) => {
    await storePlatformSettings(database.url, readEnvironment(variables))
    const [row] = await database.sql`select second_factor_required from platform_settings`
    return row?.second_factor_required as boolean
  }
  expect(await isRequired({ NODE_ENV: 'production' })).toBe(true)
  expect(await isRequired({})).toBe(false)
  expect(await isRequired({ SECOND_FACTOR_REQUIRED: 'true' })).toBe(true)
  const off = { NODE_ENV: 'production', SECOND_FACTOR_REQUIRED: 'false' }
  expect(await isRequired(off)).toBe(false)
})

test('storePlatformSettings succeeds in a database without the marketplace schema', async () => {
  database = await createTestDatabase('bare')
  await expect(storePlatformSettings(database.url, readEnvironment({}))).resolves.toBeUndefined()
})
