import type { Context as HonoContext } from 'hono'
import { type Caller, hasToken } from '#backend/platform/caller.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { bucketNotFound, objectNotFound, StorageError } from '#backend/storage/errors.ts'
import { requireCaller, type StorageContext } from '#backend/storage/context.ts'

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  contentEncoding?: string
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

/** Columns of an object. A row inserted with SQL has no content and the version 'none'. */
export function objectColumns(sql: Queryable) {
  return sql`
    o.id, o.bucket_id, o.name, o.owner, o.owner_id, coalesce(o.version, 'none') as version,
    jsonb_build_object('eTag', '"none"', 'size', 0, 'mimetype', 'application/octet-stream',
      'cacheControl', 'no-cache', 'lastModified', o.updated_at, 'contentLength', 0,
      'httpStatusCode', 200) || coalesce(o.metadata, '{}') as metadata,
    o.user_metadata, o.created_at, o.updated_at, o.last_accessed_at`
}

const maxNameBytes = 1024

export type ObjectLocation = { bucketId: string; name: string }

/** Validates an object location. Throws StorageError for paths such as `a/../b`. */
export function parseLocation(
  bucketId: string | undefined,
  name: string | undefined,
): ObjectLocation {
  const isPath =
    name !== undefined &&
    Buffer.byteLength(name) <= maxNameBytes &&
    /^[\w/!.*'() &$@=;:+,?-]+$/.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!bucketId || !isPath) {
    throw new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${name ?? ''}`)
  }
  return { bucketId, name }
}

/** Returns the object location in a request path. Throws StorageError if it is invalid. */
export function locationOf(c: HonoContext): ObjectLocation {
  return parseLocation(c.req.param('bucket'), c.req.param('path'))
}

/** Returns an object. Throws StorageError if the caller may not read it or `version` differs. */
export async function findVisibleObject(
  context: StorageContext,
  caller: Caller,
  { bucketId, name }: ObjectLocation,
  version?: string | null,
): Promise<StoredObject> {
  const [object] = await context.database.transactionAsCaller(
    caller,
    (sql) => sql<StoredObject[]>`
      select ${objectColumns(sql)} from storage.objects o
      where o.bucket_id = ${bucketId} and o.name = ${name}`,
  )
  if (!object || isOtherVersion(object, version)) throw objectNotFound()
  return object
}

async function findPublicObject(
  context: StorageContext,
  { bucketId, name }: ObjectLocation,
  version: string | undefined,
): Promise<StoredObject> {
  const { owner } = context.database
  const [object] = await owner<(StoredObject | { id: null })[]>`
    select ${objectColumns(owner)} from storage.buckets b
    left join storage.objects o on o.bucket_id = b.id and o.name = ${name}
    where b.id = ${bucketId} and b.public`
  // Private and missing buckets get the same error, so that clients cannot probe for buckets.
  if (!object) throw bucketNotFound()
  if (object.id === null || isOtherVersion(object, version)) throw objectNotFound()
  return object
}

/**
 * Returns true if a request asks for a version other than the current one. Only the current version
 * is stored.
 */
function isOtherVersion(object: StoredObject, version: string | null | undefined): boolean {
  return Boolean(version) && version !== object.version
}

/**
 * Returns functions that find the object of a request, in public buckets or with the permissions of
 * the caller.
 */
export function objectFinders(context: StorageContext) {
  const findPublic = (c: HonoContext) =>
    findPublicObject(context, locationOf(c), c.req.query('versionId'))
  const findAsCaller = (c: HonoContext) => {
    const caller = requireCaller(context, c.req.raw)
    return findVisibleObject(context, caller, locationOf(c), c.req.query('versionId'))
  }
  return {
    findPublic,
    findAsCaller,
    /**
     * If the request has a token, finds the object with the permissions of the caller. Otherwise
     * finds it only in a public bucket.
     */
    findAsAnyCaller: (c: HonoContext) =>
      hasToken(c.req.raw.headers) ? findAsCaller(c) : findPublic(c),
  }
}
