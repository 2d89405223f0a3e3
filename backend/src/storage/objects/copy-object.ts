import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused } from '#backend/storage/errors.ts'
import { accepts, baseType, holdsOnlyPictures } from '#backend/storage/intake/admit.ts'
import { parseCacheControl, parseEncoding, parseType } from '#backend/storage/intake/declared.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { insertObject } from './insert-object.ts'
import type { ObjectMetadata } from './object.ts'
import { admitCopy, copyBytes, readRelocation, relocationBody } from './relocation.ts'

const overrides = z.object({
  cacheControl: z.string().optional(),
  contentEncoding: z.string().optional(),
  mimetype: z.string().optional(),
})

const copyBody = relocationBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: overrides.nullish(),
})

/** POST /object/copy: a second object with bytes of its own. */
export function registerCopyObject(app: Hono, world: StorageWorld): void {
  app.post('/object/copy', async (c) => {
    const relocation = await readRelocation(world, c.req.raw, copyBody)
    const { caller, body, object, to, bucket, isUnchecked } = relocation
    const keepsMetadata = body.copyMetadata !== false
    const version = crypto.randomUUID()
    const content = {
      version,
      metadata: overridden(object.metadata, (!keepsMetadata && body.metadata) || {}, bucket),
      userMetadata: keepsMetadata ? object.user_metadata : null,
    }
    const isUpsert = c.req.header('x-upsert') === 'true'
    const upload = { place: to, caller, ownerId: caller.userId, isUpsert }
    const id = await insertObject(world, upload, content, async () => {
      if (isUnchecked) content.metadata = await admitCopy(world, object, bucket, version)
      else await copyBytes(world, object, version)
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

/** What a copy is to be called instead, as far as its bytes allow. Throws StorageError. */
function overridden(
  metadata: ObjectMetadata,
  given: z.output<typeof overrides>,
  bucket: Bucket,
): ObjectMetadata {
  const changed: ObjectMetadata = { ...metadata, lastModified: new Date().toISOString() }
  if (given.cacheControl !== undefined) changed.cacheControl = parseCacheControl(given.cacheControl)
  // Among pictures only bytes say what they are.
  if (given.mimetype !== undefined && !holdsOnlyPictures(bucket)) {
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
