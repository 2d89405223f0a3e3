import postgres from 'postgres'
import type { Caller } from '#backend/platform/caller.ts'
import { notAllowed, StorageError } from '#backend/storage/errors.ts'
import { assertWithinQuota } from '#backend/storage/upload/quota.ts'
import { deleteStaleVersions } from '#backend/storage/cleanup/delete-stale-versions.ts'
import { asUuid, type StorageContext } from '#backend/storage/context.ts'
import type { ObjectMetadata, ObjectLocation } from './object.ts'

export type Upload = {
  location: ObjectLocation
  caller: Caller
  ownerId: string | null
  isUpsert: boolean
}

type Content = {
  version: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

/** Checks row-level security before receiving content: inserts a row and rolls the insert back. */
export async function assertMayStore(context: StorageContext, upload: Upload): Promise<void> {
  await context.database.transactionAsCaller(
    upload.caller,
    (sql) => writeRow(sql, upload, { version: '', metadata: null, userMetadata: null }),
    { rollback: true },
  )
}

/**
 * Stores content, then inserts its row. A crash between these steps leaves only content without a
 * row.
 */
export async function insertObject(
  context: StorageContext,
  upload: Upload,
  content: Content,
  writeContent: () => Promise<void>,
): Promise<string> {
  return withContent(context, content.version, writeContent, () =>
    insertRow(context, upload, content),
  )
}

/** Inserts the row of an object whose content is already stored. Returns the object id. */
export async function insertRow(
  context: StorageContext,
  upload: Upload,
  content: Content,
): Promise<string> {
  const id = await context.database.transactionAsCaller(upload.caller, async (sql) => {
    await writeRow(sql, upload, content)
    const written = await idAt(sql, upload.location)
    await assertWithinQuota(context, sql, { ownerId: upload.ownerId, version: content.version })
    return written
  })
  if (upload.isUpsert) await deleteStaleVersions(context)
  return id
}

/**
 * Stores content, then runs `write`, which writes the row. On an error, deletes the content if no
 * row can refer to it.
 */
export async function withContent<T>(
  context: StorageContext,
  version: string,
  writeContent: () => Promise<void>,
  write: () => Promise<T>,
): Promise<T> {
  let mayBeReferenced = false
  try {
    await writeContent()
    mayBeReferenced = true
    return await write()
  } catch (cause) {
    // After a lost connection, the transaction may have committed. The cleanup job then decides
    // whether to delete the content.
    const isRefused = cause instanceof postgres.PostgresError || cause instanceof StorageError
    if (!mayBeReferenced || isRefused) {
      await context.store
        .remove([version])
        .catch((left: unknown) =>
          context.log.error(
            'failed to delete the content of a refused upload; the cleanup job will retry',
            left,
          ),
        )
    }
    throw cause
  }
}

function writeRow(
  sql: postgres.TransactionSql,
  { location, ownerId, isUpsert }: Upload,
  content: Content,
): Promise<unknown> {
  const owner = asUuid(ownerId)
  const metadata = content.metadata && JSON.stringify(content.metadata)
  const userMetadata = content.userMetadata && JSON.stringify(content.userMetadata)
  const replace = sql`
    on conflict (bucket_id, name) do update set version = excluded.version,
      owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, updated_at = now()`
  return sql`
    insert into storage.objects
      (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${location.bucketId}, ${location.name}, ${owner}::text::uuid, ${ownerId},
      ${content.version}, ${metadata}::text::jsonb, ${userMetadata}::text::jsonb)
    ${isUpsert ? replace : sql``}`
}

/**
 * Returns the id of the written row. Uses the service role, because the caller may not be allowed
 * to read the row.
 */
async function idAt(sql: postgres.TransactionSql, location: ObjectLocation): Promise<string> {
  await sql`select set_config('role', 'service_role', true)`
  const [row] = await sql<{ id: string }[]>`
    select id from storage.objects
    where bucket_id = ${location.bucketId} and name = ${location.name}`
  if (!row) throw notAllowed()
  return row.id
}
