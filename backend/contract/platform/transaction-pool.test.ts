import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { TransactionPool } from '#backend/platform/transaction-pool.ts'

let database: TestDatabase
let pool: TransactionPool
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`create table marks (name text)`
  pool = new TransactionPool(database.url, { fetch_types: false, onnotice: () => {} }, 2)
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const marks = async () => (await database.sql`select name from marks`).map((row) => row['name'])

test('TransactionPool commits when the work succeeds and rolls back when it throws', async () => {
  await pool.transaction((sql) => sql`insert into marks values ('kept')`)
  const failed = pool.transaction(async (sql) => {
    await sql`insert into marks values ('undone')`
    throw new Error('failed on purpose')
  })
  await expect(failed).rejects.toThrow('failed on purpose')
  expect(await marks()).toEqual(['kept'])
})

test('TransactionPool rejects a transaction whose database session is terminated, and reconnects for the next transaction', async () => {
  const cut = pool.transaction(async (sql) => {
    await sql`insert into marks values ('before')`
    const [session] = await sql`select pg_backend_pid() as pid`
    await database.sql`select pg_terminate_backend(${session?.['pid'] as number})`
    await expect
      .poll(async () => {
        const [row] = await sql`select pg_backend_pid() as pid`.catch(() => [])
        return row?.['pid'] !== undefined && row['pid'] !== session?.['pid']
      })
      .toBe(true)
    // postgres.js has reconnected, so this insert could run outside the transaction. It must store
    // no row.
    await sql`insert into marks values ('outside')`.catch(() => {})
  })
  await expect(cut).rejects.toThrow('lost in a transaction')
  expect(await marks()).toEqual(['kept'])
  await pool.transaction((sql) => sql`insert into marks values ('after')`)
  expect(await marks()).toEqual(['kept', 'after'])
})

test('TransactionPool queues transactions when all its connections are in use', async () => {
  const pids = await Promise.all(
    Array.from({ length: 6 }, () => pool.transaction((sql) => sql`select pg_backend_pid() as pid`)),
  )
  expect(new Set(pids.map(([row]) => row?.['pid'] as number)).size).toBeLessThanOrEqual(2)
})
