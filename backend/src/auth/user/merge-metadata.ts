import type { UserRow } from '#backend/auth/users.ts'
import type { Queryable } from '#backend/platform/queryable.ts'

type Metadata = NonNullable<UserRow['raw_user_meta_data']>

/**
 * Lays new keys over an account's metadata in one statement, so that two changes at once both last;
 * null removes a key.
 */
export async function mergeMetadata(
  sql: Queryable,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  const name = sql(column)
  await sql`
    update auth.users
    set ${name} = (coalesce(${name}, '{}') || ${sql.json(changes)}) 
      - array(select jsonb_array_elements_text(${sql.json(removed)}))
    where id = ${userId}`
}
