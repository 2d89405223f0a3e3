import postgres from 'postgres'
import type { Caller } from '#backend/platform/caller.ts'
import { notAllowed, StorageError } from '#backend/storage/errors.ts'
import { collectStale } from '#backend/storage/sweep/collect-stale.ts'
import { asUuid, type StorageWorld } from '#backend/storage/world.ts'
import type { ObjectMetadata, Place } from './object.ts'

/** Who writes an object, and where. */
export type Upload = {
  place: Place
  caller: Caller
  /** Whose the object becomes. */
  ownerId: string | null
  isUpsert: boolean
}

type Content = {
  version: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

/** Asks row-level security before a single byte is taken; nothing is kept. */
export async function assertMayStore(world: StorageWorld, upload: Upload): Promise<void> {
  await world.database.transactionAsCaller(
    upload.caller,
    (sql) => writeRow(sql, upload, { version: '', metadata: null, userMetadata: null }),
    { rollback: true },
  )
}

/**
 * Makes bytes an object, written as its caller, and returns its id. `placeBytes` puts them where
 * `content.version` names them; only then comes the row, in one transaction, and only after that do
 * the bytes go that it replaced. So a crash at any point leaves bytes without a row at worst, which
 * the sweep finds.
 */
export async function insertObject(
  world: StorageWorld,
  upload: Upload,
  content: Content,
  placeBytes: () => Promise<void>,
): Promise<string> {
  return withBytes(world, content.version, placeBytes, () => insertRow(world, upload, content))
}

/** The row alone, for bytes that are in their place; what it replaces goes. Returns its id. */
export async function insertRow(
  world: StorageWorld,
  upload: Upload,
  content: Content,
): Promise<string> {
  const id = await world.database.transactionAsCaller(upload.caller, async (sql) => {
    await writeRow(sql, upload, content)
    return idAt(sql, upload.place)
  })
  if (upload.isUpsert) await collectStale(world)
  return id
}

/** Writes a row for bytes that are placed before; where that is refused they are taken away again. */
export async function withBytes<T>(
  world: StorageWorld,
  version: string,
  placeBytes: () => Promise<void>,
  write: () => Promise<T>,
): Promise<T> {
  let mayBeShown = false
  try {
    await placeBytes()
    mayBeShown = true
    return await write()
  } catch (cause) {
    // A connection lost while committing leaves it open whether the row is there: then the sweep decides.
    const isRefused = cause instanceof postgres.PostgresError || cause instanceof StorageError
    if (!mayBeShown || isRefused) {
      await world.bytes
        .remove([version])
        .catch((left: unknown) => world.log.error('refused bytes were left to the sweep', left))
    }
    throw cause
  }
}

function writeRow(
  sql: postgres.TransactionSql,
  { place, ownerId, isUpsert }: Upload,
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
    values (${place.bucketId}, ${place.name}, ${owner}::text::uuid, ${ownerId},
      ${content.version}, ${metadata}::text::jsonb, ${userMetadata}::text::jsonb)
    ${isUpsert ? replace : sql``}`
}

/** The id of the row just written, which its writer may not be allowed to read. */
async function idAt(sql: postgres.TransactionSql, place: Place): Promise<string> {
  await sql`select set_config('role', 'service_role', true)`
  const [row] = await sql<{ id: string }[]>`
    select id from storage.objects
    where bucket_id = ${place.bucketId} and name = ${place.name}`
  if (!row) throw notAllowed()
  return row.id
}
