import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { PartialState } from '#backend/storage/object-store/object-store.ts'
import type { ObjectLocation } from '#backend/storage/objects/object.ts'
import { assertWithinQuota } from '#backend/storage/upload/quota.ts'
import type { StorageContext } from '#backend/storage/context.ts'

export type ResumableUpload = {
  /** Upload id, which becomes the version of the completed object. */
  id: string
  location: ObjectLocation
  role: string
  ownerId: string | null
  isUpsert: boolean
  /** Upload length in bytes, or null until the client declares the length. */
  size: number | null
  received: number
  metadata: Record<string, string | null>
  state: PartialState
  createdAt: Date
  completedAt: Date | null
}

export const lifetimeMs = 24 * 3_600_000

export async function findUpload(
  { database }: StorageContext,
  id: string,
): Promise<ResumableUpload | null> {
  const [upload] = await database.owner<ResumableUpload[]>`
    select id, jsonb_build_object('bucketId', bucket_id, 'name', name) as location, role,
      owner_id as "ownerId", is_upsert as "isUpsert", size::float8 as size,
      received::float8 as received, metadata, state, created_at as "createdAt",
      completed_at as "completedAt"
    from storage_internal.uploads where id = ${id}::text::uuid`
  return upload ?? null
}

/** Inserts the row of an upload. Throws StorageError if the upload exceeds a quota of its owner. */
export async function insertUpload(
  context: StorageContext,
  upload: Omit<ResumableUpload, 'received' | 'createdAt' | 'completedAt'>,
): Promise<void> {
  const { id, location, role, ownerId, isUpsert, size, metadata, state } = upload
  await context.database.owner.begin(async (sql) => {
    await sql`
      insert into storage_internal.uploads
        (id, bucket_id, name, role, owner_id, is_upsert, size, metadata, state)
      values (${id}::text::uuid, ${location.bucketId}, ${location.name}, ${role}, ${ownerId}, ${isUpsert},
        ${size}, ${JSON.stringify(metadata)}::text::jsonb, ${JSON.stringify(state)}::text::jsonb)`
    await assertWithinQuota(context, sql, { ownerId, isNewUpload: true })
  })
}

/** Marks an upload as completed. Its row remains for clients that repeat the last request. */
export async function markCompleted({ database }: StorageContext, id: string): Promise<void> {
  await database.owner`
    update storage_internal.uploads set completed_at = now() where id = ${id}::text::uuid`
}

/**
 * Deletes an upload, and its content unless an object refers to it. Deletes the content before the
 * row, because the content can only be found through the row.
 */
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

/** Data store for @tus/server. It requires that `insertUpload` has inserted the upload's row. */
export class UploadStore extends DataStore {
  readonly #context: StorageContext

  constructor(context: StorageContext) {
    super()
    this.#context = context
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ]
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id)
    return new Upload({
      id,
      ...(upload.size !== null && { size: upload.size }),
      offset: upload.received,
      metadata: upload.metadata,
      creation_date: upload.createdAt.toISOString(),
    })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { state } = await this.#find(id)
    let total = offset
    const { database, store } = this.#context
    await store.partial.append(id, { state, offset }, stream, async (next, received) => {
      total = received
      await database.owner`
        update storage_internal.uploads
        set state = ${JSON.stringify(next)}::text::jsonb, received = ${received}
        where id = ${id}::text::uuid`
    })
    return total
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    await this.#context.database.owner`
      update storage_internal.uploads set size = ${size} where id = ${id}::text::uuid`
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#context, await this.#find(id))
  }

  override getExpiration(): number {
    return lifetimeMs
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(this.#context, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }
}
