import type { Caller } from '#backend/platform/caller.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { bucketNotFound, objectNotFound, StorageError } from '#backend/storage/errors.ts'
import type { StorageWorld } from '#backend/storage/world.ts'

/** What is known of an object's bytes; the keys are the wire's. */
export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  /** Left out for plain bytes. */
  contentEncoding?: string
  /** ISO 8601 in UTC. */
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

/**
 * What of `storage.objects o` makes a StoredObject. A row that was written by SQL alone has no bytes,
 * and says so by a version that never was.
 */
export function objectColumns(sql: Queryable) {
  return sql`
    o.id, o.bucket_id, o.name, o.owner, o.owner_id, coalesce(o.version, 'none') as version,
    jsonb_build_object('eTag', '"none"', 'size', 0, 'mimetype', 'application/octet-stream',
      'cacheControl', 'no-cache', 'lastModified', o.updated_at, 'contentLength', 0,
      'httpStatusCode', 200) || coalesce(o.metadata, '{}') as metadata,
    o.user_metadata, o.created_at, o.updated_at, o.last_accessed_at`
}

/**
 * The object if it still is the version asked for; there are no others. Throws StorageError.
 *
 * @param version null or undefined for whichever there is.
 */
export function requireVersion(
  object: StoredObject,
  version: string | null | undefined,
): StoredObject {
  if (version && version !== object.version) throw objectNotFound()
  return object
}

const longestNameBytes = 1024

/** Where an object lives: bucket and the path within it. */
export type Place = { bucketId: string; name: string }

/** A place a request names. Refuses paths that try to be more than a path. */
export function parsePlace(bucketId: string | undefined, name: string | undefined): Place {
  const isPath =
    name !== undefined &&
    Buffer.byteLength(name) <= longestNameBytes &&
    /^[\w/!.*'() &$@=;:+,?-]+$/.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!bucketId || !isPath) {
    throw new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${name ?? ''}`)
  }
  return { bucketId, name }
}

/** An object as the caller may see it. Throws StorageError. */
export async function findVisibleObject(
  world: StorageWorld,
  caller: Caller,
  { bucketId, name }: Place,
): Promise<StoredObject> {
  const [object] = await world.database.transactionAsCaller(
    caller,
    (sql) => sql<StoredObject[]>`
      select ${objectColumns(sql)} from storage.objects o
      where o.bucket_id = ${bucketId} and o.name = ${name}`,
  )
  if (!object) throw objectNotFound()
  return object
}

/** An object of a public bucket, for anybody. Throws StorageError. */
export async function findPublicObject(
  world: StorageWorld,
  { bucketId, name }: Place,
): Promise<StoredObject> {
  const { owner } = world.database
  const [object] = await owner<(StoredObject | { id: null })[]>`
    select ${objectColumns(owner)} from storage.buckets b
    left join storage.objects o on o.bucket_id = b.id and o.name = ${name}
    where b.id = ${bucketId} and b.public`
  // A private bucket is kept as secret as one that does not exist.
  if (!object) throw bucketNotFound()
  if (object.id === null) throw objectNotFound()
  return object
}
