import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused } from '#backend/storage/errors.ts'
import { accepts, baseType, acceptsOnlyImages } from '#backend/storage/upload/accept-file.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseType,
} from '#backend/storage/upload/declared-metadata.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { insertObject } from './insert-object.ts'
import type { ObjectMetadata } from './object.ts'
import { acceptCopy, copyContent, readRelocation, relocationBody } from './relocation.ts'

const overrides = z.object({
  cacheControl: z.string().optional(),
  contentEncoding: z.string().optional(),
  mimetype: z.string().optional(),
})

const copyBody = relocationBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: overrides.nullish(),
})

/** POST /object/copy: creates a second object with its own copy of the content. */
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
  // In image buckets the type is always detected from the content.
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
