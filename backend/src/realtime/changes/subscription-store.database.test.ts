import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(['save_subscriptions', 'delete_expired_subscriptions'])(
  'save_subscriptions writes only after a concurrent %s has released its lock',
  async (other) => {
    const { sql } = database
    await sql`delete from realtime_internal.subscriptions`
    const save = async (process: string, changes: object) => {
      await sql.unsafe(
        'select * from realtime_internal.save_subscriptions($1, $2::pg_lsn, $3::text::jsonb)',
        [
          process,
          '0/1',
          JSON.stringify({ removed: [], updated: [], restored: [], added: [], ...changes }),
        ],
      )
    }
    const subscription = (number: number) => ({ number, fingerprint: `f${number}`, ref: 1 })
    await save('one', { added: [subscription(1)] })
    // Process `one` has no replication slot, so other processes consider it dead.
    const moved = { number: 1, ref: 2, position: '0/2', is_disconnected: false }
    let saved: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('realtime_internal.subscriptions'))`
      saved = save('one', { updated: [moved], added: [subscription(2)] })
      saved.catch(() => {})
      const waiting = () => tx<{ n: number }[]>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting())[0]?.n).toBe(1)
      if (other === 'delete_expired_subscriptions')
        await tx`select realtime_internal.delete_expired_subscriptions()`
      else
        await tx.unsafe(
          `select * from realtime_internal.save_subscriptions('other', '0/1', $1::text::jsonb)`,
          [JSON.stringify({ removed: [], updated: [], restored: [], added: [subscription(3)] })],
        )
    })
    await saved
    const rows =
      await sql`select process, number from realtime_internal.subscriptions order by 1, 2`
    expect(rows.map(({ process, number }) => `${process} ${number}`)).toEqual(
      other === 'delete_expired_subscriptions' ? ['one 1', 'one 2'] : ['one 1', 'one 2', 'other 3'],
    )
  },
)
