import { expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'

test('a test database is migrated, and its changes are its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.sql`create table only_here (id int)`
  const tables = (sql: typeof one.sql) =>
    sql`select 1 from pg_class where relname = 'only_here'`.then((rows) => rows.length)
  expect(await tables(one.sql)).toBe(1)
  expect(await tables(other.sql)).toBe(0)
  expect(
    (await other.sql`select version from hourspace_backend.migrations`).length,
  ).toBeGreaterThan(0)
  await Promise.all([one.drop(), other.drop()])
})
