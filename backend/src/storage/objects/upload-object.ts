import type { Context as HonoContext, Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, type StorageContext } from '#backend/storage/context.ts'
import { locationOf } from './object.ts'
import { rm } from 'node:fs/promises'
import { findBucket, sizeLimitOf } from '#backend/storage/buckets/bucket.ts'
import { acceptFile } from '#backend/storage/upload/accept-file.ts'
import { receive } from '#backend/storage/upload/receive.ts'
import { assertMayStore, insertObject, type Upload } from './insert-object.ts'

/**
 * POST /object/{bucket}/{path} creates an object; PUT, or POST with `x-upsert`, replaces the
 * object.
 */
export function registerUploadObject(app: Hono, context: StorageContext): void {
  const upload = async (c: HonoContext, isUpsert: boolean) => {
    const caller = requireCaller(context, c.req.raw)
    const location = locationOf(c)
    return json(
      await storeObject(context, c.req.raw, { location, caller, ownerId: caller.userId, isUpsert }),
    )
  }
  app.post('/object/:bucket/:path{.+}', (c) => upload(c, c.req.header('x-upsert') === 'true'))
  app.put('/object/:bucket/:path{.+}', (c) => upload(c, true))
}

export async function storeObject(
  context: StorageContext,
  request: Request,
  upload: Upload,
): Promise<{ Id: string; Key: string }> {
  const { bucketId, name } = upload.location
  const path = context.store.newTemporaryPath()
  try {
    const bucket = await findBucket(context, bucketId)
    await assertMayStore(context, upload)
    const file = await receive(request, path, sizeLimitOf(context, bucket))
    const metadata = await acceptFile(file, bucket)
    const version = crypto.randomUUID()
    const { userMetadata } = file
    const id = await insertObject(context, upload, { version, metadata, userMetadata }, () =>
      context.store.publish(path, version),
    )
    return { Id: id, Key: `${bucketId}/${name}` }
  } finally {
    await rm(path, { force: true })
  }
}
