import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { readBody } from '#backend/storage/context.ts'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused, objectNotFound, tooLarge } from '#backend/storage/errors.ts'
import { accepts, baseType, acceptsOnlyImages } from '#backend/storage/upload/accept-file.ts'
import { acceptStoredFile } from '#backend/storage/upload/accept-file.ts'
import { reportMissingContent } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, type StorageContext } from '#backend/storage/context.ts'
import {
  findVisibleObject,
  parseLocation,
  requireVersion,
  type ObjectMetadata,
  type ObjectLocation,
  type StoredObject,
} from './object.ts'

export const relocationBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
})

type Relocation<Body> = {
  caller: Caller
  body: Body
  object: StoredObject
  to: ObjectLocation
  bucket: Bucket
  needsNormalization: boolean
}

/** Parses a move or copy request and checks the object against the target bucket. */
export async function readRelocation<Body extends z.output<typeof relocationBody>>(
  context: StorageContext,
  request: Request,
  schema: z.ZodType<Body>,
): Promise<Relocation<Body>> {
  const caller = requireCaller(context, request)
  const body = await readBody(request, schema)
  const from = parseLocation(body.bucketId, body.sourceKey)
  const to = parseLocation(body.destinationBucket ?? body.bucketId, body.destinationKey)
  const object = requireVersion(
    await findVisibleObject(context, caller, from),
    body.sourceVersionId,
  )
  return { caller, body, object, to, ...(await checkTarget(context, object, to)) }
}

/** Content from buckets that accept other types was never checked as an image. */
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

export async function acceptCopy(
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

export async function copyContent(
  context: StorageContext,
  object: StoredObject,
  version: string,
): Promise<void> {
  if ((await context.store.sizeOf(object.version)) === null) throw missing(context, object)
  await context.store.copy(object.version, version).catch((cause) => orGone(context, object, cause))
}

/** Throws "not found" if the object disappeared during the copy; otherwise throws `cause`. */
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
