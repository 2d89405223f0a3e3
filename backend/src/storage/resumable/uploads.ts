import type { PartialState } from '#backend/storage/object-store/object-store.ts'
import type { ObjectLocation } from '#backend/storage/objects/object.ts'
import type { StorageContext } from '#backend/storage/context.ts'

export type ResumableUpload = {
  /** Id of the upload, later the version of the object. */
  id: string
  location: ObjectLocation
  role: string
  ownerId: string | null
  isUpsert: boolean
  /** Upload length in bytes; null while the client defers the length. */
  size: number | null
  received: number
  metadata: Record<string, string | null>
  state: PartialState
  createdAt: Date
  completedAt: Date | null
}

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
  state: PartialState
  created_at: Date
  completed_at: Date | null
}

export async function findUpload(
  { database }: StorageContext,
  id: string,
): Promise<ResumableUpload | null> {
  const [row] = await database.owner<Row[]>`
    select id, bucket_id, name, role, owner_id, is_upsert, size::float8 as size,
      received::float8 as received, metadata, state, created_at, completed_at
    from storage_internal.uploads where id = ${id}::text::uuid`
  if (!row) return null
  return {
    id: row.id,
    location: { bucketId: row.bucket_id, name: row.name },
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
  { database }: StorageContext,
  upload: Omit<ResumableUpload, 'received' | 'createdAt' | 'completedAt'>,
): Promise<void> {
  const { id, location, role, ownerId, isUpsert, size, metadata, state } = upload
  await database.owner`
    insert into storage_internal.uploads
      (id, bucket_id, name, role, owner_id, is_upsert, size, metadata, state)
    values (${id}::text::uuid, ${location.bucketId}, ${location.name}, ${role}, ${ownerId}, ${isUpsert},
      ${size}, ${JSON.stringify(metadata)}::text::jsonb, ${JSON.stringify(state)}::text::jsonb)`
}

export async function saveProgress(
  { database }: StorageContext,
  id: string,
  state: PartialState,
  received: number,
): Promise<void> {
  await database.owner`
    update storage_internal.uploads
    set state = ${JSON.stringify(state)}::text::jsonb, received = ${received}
    where id = ${id}::text::uuid`
}

export async function declareSize(
  { database }: StorageContext,
  id: string,
  size: number,
): Promise<void> {
  await database.owner`
    update storage_internal.uploads set size = ${size} where id = ${id}::text::uuid`
}

/** A completed upload stays until it expires, because a client that lost the response retries. */
export async function markCompleted({ database }: StorageContext, id: string): Promise<void> {
  await database.owner`
    update storage_internal.uploads set completed_at = now() where id = ${id}::text::uuid`
}

/** Deletes the content before the row, because the row is needed to find the content. */
export async function deleteUpload(
  context: StorageContext,
  { id, state }: Pick<ResumableUpload, 'id' | 'state'>,
): Promise<void> {
  await context.store.partial.abort(id, state)
  if (!(await isReferenced(context, id))) await context.store.remove([id])
  await context.database.owner`delete from storage_internal.uploads where id = ${id}::text::uuid`
}

export async function isReferenced(
  { database }: StorageContext,
  version: string,
): Promise<boolean> {
  const rows = await database.owner`
    select from storage.objects where version = ${version} limit 1`
  return rows.length > 0
}
