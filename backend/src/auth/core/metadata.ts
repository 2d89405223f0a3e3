import { invalid } from './errors.ts'
import type { Queryable } from '#backend/platform/database.ts'
import type { Metadata } from './users.ts'

/** Maximum size of user metadata in bytes, because every access token contains the metadata. */
const maxBytes = 8192

/**
 * Throws AuthError (400) if the metadata is over 8 KB and larger than the previous metadata
 * `before`.
 */
export function assertMetadataFits(
  metadata: Metadata | null | undefined,
  before: Metadata | null = null,
): void {
  if (!metadata) return
  const size = sizeOf(metadata)
  if (size <= maxBytes || (before !== null && size <= sizeOf(before))) return
  throw invalid('User metadata is larger than 8 KB')
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}

/**
 * Merges metadata in one SQL statement, so that concurrent changes do not overwrite each other. A
 * null value removes its key. Returns the merged metadata.
 */
export async function mergeMetadata(
  sql: Queryable,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<Metadata> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  const name = sql(column)
  const [merged] = await sql<{ metadata: Metadata }[]>`
    update auth.users
    set ${name} = (coalesce(${name}, '{}') || ${sql.json(changes)}) 
      - array(select jsonb_array_elements_text(${sql.json(removed)}))
    where id = ${userId}
    returning ${name} as metadata`
  return merged?.metadata ?? {}
}
