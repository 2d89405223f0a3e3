import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { readBody } from '#backend/storage/body.ts'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused, objectNotFound, tooLarge } from '#backend/storage/errors.ts'
import { accepts, baseType, holdsOnlyPictures } from '#backend/storage/intake/admit.ts'
import { admitKept } from '#backend/storage/intake/admit-kept.ts'
import { reportMissing } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import {
  findVisibleObject,
  parsePlace,
  requireVersion,
  type ObjectMetadata,
  type Place,
  type StoredObject,
} from './object.ts'

/** What move and copy have in common on the wire. */
export const relocationBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
})

/** What goes where, at whose wish. */
type Relocation<Body> = {
  caller: Caller
  body: Body
  object: StoredObject
  to: Place
  /** The one of `to`. */
  bucket: Bucket
  /** It has to pass the door of `bucket` as an upload does. */
  isUnchecked: boolean
}

/**
 * Reads a request to move or copy. Throws StorageError for what is no place, for an object that the
 * caller does not see or that has another version, and for what its new bucket would not take.
 */
export async function readRelocation<Body extends z.output<typeof relocationBody>>(
  world: StorageWorld,
  request: Request,
  schema: z.ZodType<Body>,
): Promise<Relocation<Body>> {
  const caller = requireCaller(world, request)
  const body = await readBody(request, schema)
  const from = parsePlace(body.bucketId, body.sourceKey)
  const to = parsePlace(body.destinationBucket ?? body.bucketId, body.destinationKey)
  const object = requireVersion(await findVisibleObject(world, caller, from), body.sourceVersionId)
  return { caller, body, object, to, ...(await mustBeAdmitted(world, object, to)) }
}

/**
 * Whether an object has to pass the door of the bucket it goes to as an upload does: a picture from
 * elsewhere was never checked or stripped. Throws StorageError for what that bucket would not take.
 */
async function mustBeAdmitted(
  world: StorageWorld,
  object: StoredObject,
  to: Place,
): Promise<{ bucket: Bucket; isUnchecked: boolean }> {
  const bucket = await findBucket(world, to.bucketId)
  if (to.bucketId === object.bucket_id) return { bucket, isUnchecked: false }
  const source = await findBucket(world, object.bucket_id)
  const type = baseType(object.metadata.mimetype)
  if (!accepts(bucket, type)) throw mimeTypeRefused(type)
  if (object.metadata.size > sizeLimitOf(world, bucket)) throw tooLarge()
  return { bucket, isUnchecked: holdsOnlyPictures(bucket) && !holdsOnlyPictures(source) }
}

/** Takes an object's bytes through a bucket's door, as `version`, which has no row yet. */
export async function admitCopy(
  world: StorageWorld,
  object: StoredObject,
  bucket: Bucket,
  version: string,
): Promise<ObjectMetadata> {
  const file = await world.bytes.local(object.version)
  if (!file) throw missing(world, object)
  const { mimetype: declaredType, cacheControl } = object.metadata
  const declared = { declaredType, cacheControl, contentEncoding: null, userMetadata: null }
  return admitKept(world, file, declared, bucket, version).catch((cause) =>
    orGone(world, object, cause),
  )
}

/** Copies an object's bytes, as `version`, which has no row yet. Throws StorageError. */
export async function copyBytes(
  world: StorageWorld,
  object: StoredObject,
  version: string,
): Promise<void> {
  if ((await world.bytes.sizeOf(object.version)) === null) throw missing(world, object)
  await world.bytes.copy(object.version, version).catch((cause) => orGone(world, object, cause))
}

/** Why a copy failed: its object was removed or replaced meanwhile, or `cause`. */
async function orGone(world: StorageWorld, object: StoredObject, cause: unknown): Promise<never> {
  throw (await world.bytes.sizeOf(object.version)) === null ? objectNotFound() : cause
}

function missing(world: StorageWorld, object: StoredObject): Error {
  reportMissing(world, object)
  return objectNotFound()
}
