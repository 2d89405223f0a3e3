import type { GrowingState } from '#backend/storage/bytes/bytes.ts'
import type { Place } from '#backend/storage/objects/object.ts'
import type { StorageWorld } from '#backend/storage/world.ts'

/** An upload that arrives in pieces, as the database keeps it for all processes. */
export type ResumableUpload = {
  /** Also the version of the object it becomes. */
  id: string
  place: Place
  role: string
  ownerId: string | null
  isUpsert: boolean
  /** Bytes in the end; null until the sender knows. */
  size: number | null
  received: number
  /** As declared by the sender in `Upload-Metadata`. */
  metadata: Record<string, string | null>
  state: GrowingState
  createdAt: Date
  completedAt: Date | null
}

/** Unfinished uploads are kept this long. */
export const lifetimeMs = 24 * 3_600_000

type Row = {
  id: string
  bucket_id: string
  name: string
  role: string
  owner_id: string | null
  is_upsert: boolean
  size: number | null
  received: number
  metadata: ResumableUpload['metadata']
  state: GrowingState
  created_at: Date
  completed_at: Date | null
}

export async function findUpload(
  { database }: StorageWorld,
  id: string,
): Promise<ResumableUpload | null> {
  const [row] = await database.owner<Row[]>`
    select id, bucket_id, name, role, owner_id, is_upsert, size::float8 as size,
      received::float8 as received, metadata, state, created_at, completed_at
    from storage_internal.uploads where id = ${id}::text::uuid`
  if (!row) return null
  return {
    id: row.id,
    place: { bucketId: row.bucket_id, name: row.name },
    role: row.role,
    ownerId: row.owner_id,
    isUpsert: row.is_upsert,
    size: row.size,
    received: row.received,
    metadata: row.metadata,
    state: row.state,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  }
}

export async function insertUpload(
  { database }: StorageWorld,
  upload: Omit<ResumableUpload, 'received' | 'createdAt' | 'completedAt'>,
): Promise<void> {
  const { id, place, role, ownerId, isUpsert, size, metadata, state } = upload
  await database.owner`
    insert into storage_internal.uploads
      (id, bucket_id, name, role, owner_id, is_upsert, size, metadata, state)
    values (${id}::text::uuid, ${place.bucketId}, ${place.name}, ${role}, ${ownerId}, ${isUpsert},
      ${size}, ${JSON.stringify(metadata)}::text::jsonb, ${JSON.stringify(state)}::text::jsonb)`
}

/** Notes what is kept for good by now. */
export async function saveProgress(
  { database }: StorageWorld,
  id: string,
  state: GrowingState,
  received: number,
): Promise<void> {
  await database.owner`
    update storage_internal.uploads
    set state = ${JSON.stringify(state)}::text::jsonb, received = ${received}
    where id = ${id}::text::uuid`
}

export async function declareSize(
  { database }: StorageWorld,
  id: string,
  size: number,
): Promise<void> {
  await database.owner`
    update storage_internal.uploads set size = ${size} where id = ${id}::text::uuid`
}

/** Kept for a while, as a sender whose last answer was lost asks once more. */
export async function markCompleted({ database }: StorageWorld, id: string): Promise<void> {
  await database.owner`
    update storage_internal.uploads set completed_at = now() where id = ${id}::text::uuid`
}

/** Forgets an upload and what of it has arrived. The row goes last: it is how the bytes are found. */
export async function abandonUpload(
  world: StorageWorld,
  { id, state }: Pick<ResumableUpload, 'id' | 'state'>,
): Promise<void> {
  await world.bytes.growing.abandon(id, state)
  // They may be put together already, yet no object.
  if (!(await isShown(world, id))) await world.bytes.remove([id])
  await world.database.owner`delete from storage_internal.uploads where id = ${id}::text::uuid`
}

/** Whether there is an object with these bytes. */
export async function isShown({ database }: StorageWorld, version: string): Promise<boolean> {
  const rows = await database.owner`
    select from storage.objects where version = ${version} limit 1`
  return rows.length > 0
}
