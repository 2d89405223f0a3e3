import { expect } from 'vitest'
import type { Target } from '../target.ts'

type Sql = NonNullable<Target['sql']>
type Transaction = Parameters<Parameters<Sql['begin']>[1]>[0]

/**
 * Starts `begin` while the account is locked. Runs `change` while `begin` waits for the lock, then
 * releases the lock.
 */
export async function runDuring<T>(
  sql: Sql,
  userId: string,
  begin: () => PromiseLike<T>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  let waiting: Promise<T> | undefined
  await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${userId} for update`
    waiting = Promise.resolve(begin())
    const waiters = () => sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiters()).length).toBe(1)
    await change(tx)
  })
  return waiting!
}
