import type { Hono } from 'hono'
import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import { deleteStaleVersions } from '#backend/storage/cleanup/delete-stale-versions.ts'
import { readBody, requireCaller, type StorageContext } from '#backend/storage/context.ts'
import { mimeTypeRefused, objectNotFound, tooLarge } from '#backend/storage/errors.ts'
import { reportMissingContent } from '#backend/storage/serve/serve-object.ts'
import {
  accepts,
  acceptsOnlyImages,
  acceptStoredFile,
  baseType,
} from '#backend/storage/upload/accept-file.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseType,
} from '#backend/storage/upload/declared-metadata.ts'
import { insertObject, withContent } from './insert-object.ts'
import {
  findVisibleObject,
  parseLocation,
  type ObjectLocation,
  type ObjectMetadata,
  type StoredObject,
} from './object.ts'

const relocationBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
})

/** POST /object/move: renames an object. Writes new content only if an image must be normalized. */
export function registerMoveObject(app: Hono, context: StorageContext): void {
  app.post('/object/move', async (c) => {
    const relocation = await readRelocation(context, c.req.raw, relocationBody)
    const { caller, object, to, bucket, needsNormalization } = relocation
    if (needsNormalization) await moveNormalized(context, caller, { object, bucket, to })
    else await rename(context, caller, { object, to })
    return json({ message: 'Successfully moved', Id: object.id, Key: `${to.bucketId}/${to.name}` })
  })
}

type Move = {
  object: StoredObject
  to: ObjectLocation
  /** New content of the object, if the target bucket required a normalized image. */
  content?: { version: string; metadata: ObjectMetadata }
}

async function rename(
  context: StorageContext,
  caller: Caller,
  { object, to, content = object }: Move,
): Promise<void> {
  const moved = await context.database.transactionAsCaller(
    caller,
    (sql) => sql`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now(),
        version = ${content.version}, metadata = ${JSON.stringify(content.metadata)}::text::jsonb
      where id = ${object.id} and version = ${object.version}
        and bucket_id = ${object.bucket_id} and name = ${object.name}
      returning id`,
  )
  if (moved.length === 0) throw objectNotFound()
}

async function moveNormalized(
  context: StorageContext,
  caller: Caller,
  { object, bucket, to }: Move & { bucket: Bucket },
): Promise<void> {
  const version = crypto.randomUUID()
  let metadata = object.metadata
  await withContent(
    context,
    version,
    async () => {
      metadata = await acceptCopy(context, object, bucket, version)
    },
    () => rename(context, caller, { object, to, content: { version, metadata } }),
  )
  await deleteStaleVersions(context)
}

const overrides = z.object({
  cacheControl: z.string().optional(),
  contentEncoding: z.string().optional(),
  mimetype: z.string().optional(),
})

const copyBody = relocationBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: overrides.nullish(),
})

export function registerCopyObject(app: Hono, context: StorageContext): void {
  app.post('/object/copy', async (c) => {
    const relocation = await readRelocation(context, c.req.raw, copyBody)
    const { caller, body, object, to, bucket, needsNormalization } = relocation
    const keepsMetadata = body.copyMetadata !== false
    const version = crypto.randomUUID()
    const content = {
      version,
      metadata: overridden(object.metadata, (!keepsMetadata && body.metadata) || {}, bucket),
      userMetadata: keepsMetadata ? object.user_metadata : null,
    }
    const isUpsert = c.req.header('x-upsert') === 'true'
    const upload = { location: to, caller, ownerId: caller.userId, isUpsert }
    const id = await insertObject(context, upload, content, async () => {
      if (needsNormalization) content.metadata = await acceptCopy(context, object, bucket, version)
      else await copyContent(context, object, version)
    })
    return json({
      Id: id,
      Key: `${to.bucketId}/${to.name}`,
      name: to.name,
      bucket_id: to.bucketId,
      version,
    })
  })
}

function overridden(
  metadata: ObjectMetadata,
  given: z.output<typeof overrides>,
  bucket: Bucket,
): ObjectMetadata {
  const changed: ObjectMetadata = { ...metadata, lastModified: new Date().toISOString() }
  if (given.cacheControl !== undefined) changed.cacheControl = parseCacheControl(given.cacheControl)
  // The type of an object in an image bucket comes from the content, not from the request.
  if (given.mimetype !== undefined && !acceptsOnlyImages(bucket)) {
    changed.mimetype = parseType(given.mimetype)
    if (!accepts(bucket, baseType(changed.mimetype))) throw mimeTypeRefused(changed.mimetype)
  }
  if (given.contentEncoding !== undefined) {
    const { contentEncoding: _, ...plain } = changed
    const encoding = parseEncoding(given.contentEncoding)
    return encoding ? { ...plain, contentEncoding: encoding } : plain
  }
  return changed
}

/** Parses a move or copy request and checks the object against the target bucket. */
async function readRelocation<Body extends z.output<typeof relocationBody>>(
  context: StorageContext,
  request: Request,
  schema: z.ZodType<Body>,
) {
  const caller = requireCaller(context, request)
  const body = await readBody(request, schema)
  const from = parseLocation(body.bucketId, body.sourceKey)
  const to = parseLocation(body.destinationBucket ?? body.bucketId, body.destinationKey)
  const object = await findVisibleObject(context, caller, from, body.sourceVersionId)
  return { caller, body, object, to, ...(await checkTarget(context, object, to)) }
}

/**
 * Throws StorageError if the target bucket does not accept the object. Image buckets require
 * normalized images.
 */
async function checkTarget(
  context: StorageContext,
  object: StoredObject,
  to: ObjectLocation,
): Promise<{ bucket: Bucket; needsNormalization: boolean }> {
  const bucket = await findBucket(context, to.bucketId)
  if (to.bucketId === object.bucket_id) return { bucket, needsNormalization: false }
  const source = await findBucket(context, object.bucket_id)
  const type = baseType(object.metadata.mimetype)
  if (!accepts(bucket, type)) throw mimeTypeRefused(type)
  if (object.metadata.size > sizeLimitOf(context, bucket)) throw tooLarge()
  return { bucket, needsNormalization: acceptsOnlyImages(bucket) && !acceptsOnlyImages(source) }
}

async function acceptCopy(
  context: StorageContext,
  object: StoredObject,
  bucket: Bucket,
  version: string,
): Promise<ObjectMetadata> {
  const file = await context.store.local(object.version)
  if (!file) throw missing(context, object)
  const { mimetype: declaredType, cacheControl } = object.metadata
  const declared = { declaredType, cacheControl, contentEncoding: null, userMetadata: null }
  return acceptStoredFile(context, file, declared, bucket, version).catch((cause) =>
    orGone(context, object, cause),
  )
}

async function copyContent(context: StorageContext, object: StoredObject, version: string) {
  if ((await context.store.sizeOf(object.version)) === null) throw missing(context, object)
  await context.store.copy(object.version, version).catch((cause) => orGone(context, object, cause))
}

/** Throws "not found" if the object was deleted during the copy. Otherwise rethrows `cause`. */
async function orGone(
  context: StorageContext,
  object: StoredObject,
  cause: unknown,
): Promise<never> {
  throw (await context.store.sizeOf(object.version)) === null ? objectNotFound() : cause
}

function missing(context: StorageContext, object: StoredObject): Error {
  reportMissingContent(context, object)
  return objectNotFound()
}
