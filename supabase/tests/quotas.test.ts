import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addUser, asUser, spaceOf } from './records.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`update account_limits set value = 2 where name = 'listings_per_day'`
})

afterAll(() => database.drop())

const list = (host: string) =>
  asUser(database.sql, host, (sql) => sql`insert into spaces ${sql(spaceOf(host))} returning id`)

const tooMany = { code: 'PT429', detail: 'too_many_listings' }

test('the database rejects listings above the daily limit of an account, even after a listing was deleted', async () => {
  const host = await addUser(database.sql, 'daily@example.com')
  await list(host)
  const [space] = await list(host)
  await asUser(database.sql, host, (sql) => sql`delete from spaces where id = ${space!['id']}`)
  await expect(list(host)).rejects.toMatchObject({
    ...tooMany,
    message: 'You can list 2 spaces a day. Please try again tomorrow',
  })
  await list(await addUser(database.sql, 'other@example.com'))
})

test("ten concurrent inserts of listings cannot exceed an account's daily limit of listings", async () => {
  const host = await addUser(database.sql, 'racing@example.com')
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => list(host)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('the daily limit of listings is reset at the start of the next day (UTC)', async () => {
  const host = await addUser(database.sql, 'patient@example.com')
  await list(host)
  await list(host)
  await expect(list(host)).rejects.toMatchObject(tooMany)
  await database.sql`update account_usage set day = day - 1 where user_id = ${host}`
  await list(host)
})

test('the service role can insert more spaces than the daily limit of an account', async () => {
  const { sql } = database
  const host = await addUser(sql, 'imported@example.com')
  const spaces = Array.from({ length: 5 }, () => spaceOf(host))
  expect((await sql`insert into spaces ${sql(spaces)}`).count).toBe(5)
})
