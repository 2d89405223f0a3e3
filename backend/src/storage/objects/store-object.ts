import { rm } from 'node:fs/promises'
import type postgres from 'postgres'
import type { Caller } from '#backend/platform/caller.ts'
import { findBucket } from '#backend/storage/buckets/bucket.ts'
import { notAllowed } from '#backend/storage/errors.ts'
import { admit } from '#backend/storage/intake/admit.ts'
import { receive } from '#backend/storage/intake/receive.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import type { ObjectMetadata, Place } from './object.ts'

type Upload = {
  place: Place
  caller: Caller
  /** Whose the object becomes. */
  ownerId: string | null
  isUpsert: boolean
}

type UserMetadata = Record<string, unknown> | null

/** Receives an upload, checks it and makes it an object. Throws StorageError. */
export async function storeObject(
  world: StorageWorld,
  request: Request,
  upload: Upload,
): Promise<{ Id: string; Key: string }> {
  const { bucketId, name } = upload.place
  const limit = world.config.storage.fileSizeLimit
  const path = world.disk.newTemporaryPath()
  try {
    const bucket = await findBucket(world, bucketId)
    await assertMayStore(world, upload)
    const file = await receive(request, path, Math.min(bucket.file_size_limit ?? limit, limit))
    const metadata = await admit(file, bucket)
    const id = await insertObject(world, upload, metadata, file.userMetadata, (version) =>
      world.disk.publish(path, version),
    )
    return { Id: id, Key: `${bucketId}/${name}` }
  } finally {
    await rm(path, { force: true })
  }
}

/** Asks row-level security before a single byte is taken; nothing is kept. */
export async function assertMayStore(world: StorageWorld, upload: Upload): Promise<void> {
  await world.database.transaction(
    upload.caller,
    (sql) => writeRow(sql, upload, { version: '', metadata: null, userMetadata: null }),
    { rollback: true },
  )
}

/**
 * Writes an object's row as its caller and returns its id. `placeBytes` puts the bytes in their
 * final file before the row that shows them is committed, so a crash at any point leaves no object
 * without bytes.
 */
export async function insertObject(
  world: StorageWorld,
  upload: Upload,
  metadata: ObjectMetadata,
  userMetadata: UserMetadata,
  placeBytes: (version: string) => Promise<void>,
): Promise<string> {
  const version = crypto.randomUUID()
  const replaced = await versionAt(world, upload.place)
  try {
    const id = await world.database.transaction(upload.caller, async (sql) => {
      await writeRow(sql, upload, { version, metadata, userMetadata })
      await placeBytes(version)
      return idAt(sql, upload.place)
    })
    if (replaced) await world.disk.remove([replaced])
    return id
  } catch (cause) {
    await world.disk.remove([version])
    throw cause
  }
}

function writeRow(
  sql: postgres.TransactionSql,
  { place, ownerId, isUpsert }: Upload,
  content: { version: string; metadata: ObjectMetadata | null; userMetadata: UserMetadata },
): Promise<unknown> {
  const owner = ownerId && /^[0-9a-f-]{36}$/i.test(ownerId) ? ownerId : null
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

async function versionAt(world: StorageWorld, place: Place): Promise<string | null> {
  const [row] = await world.database.owner<{ version: string | null }[]>`
    select version from storage.objects
    where bucket_id = ${place.bucketId} and name = ${place.name}`
  return row?.version ?? null
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
