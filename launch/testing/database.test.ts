import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('a test database is migrated, and its changes are invisible to other test databases', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await one.sql`insert into public.time_zones (name) values ('Mars/Olympus')`
    const zones = (sql: typeof one.sql) =>
      sql`select from public.time_zones where name = 'Mars/Olympus'`.then(({ length }) => length)
    expect([await zones(one.sql), await zones(other.sql)]).toEqual([1, 0])
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})
