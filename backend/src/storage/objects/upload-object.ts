import type { Context as HonoContext, Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, serviceCaller, type StorageContext } from '#backend/storage/context.ts'
import { locationOf } from './object.ts'
import { rm } from 'node:fs/promises'
import { findBucket, sizeLimitOf } from '#backend/storage/buckets/bucket.ts'
import { acceptFile } from '#backend/storage/upload/accept-file.ts'
import { receive } from '#backend/storage/upload/receive.ts'
import { requireSignature, signLocation } from './signature.ts'
import { assertMayStore, insertObject, type Upload } from './insert-object.ts'

const signedUrlSeconds = 2 * 3600

/** POST /object/{bucket}/{path} creates an object. PUT, or POST with `x-upsert`, can replace it. */
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

async function storeObject(
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

/**
 * Registers the routes for signed upload URLs. With such a URL, a caller lets another client upload
 * an object.
 */
export function registerSignUpload(app: Hono, context: StorageContext): void {
  app.post('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const location = locationOf(c)
    const isUpsert = c.req.header('x-upsert') === 'true'
    const ownerId = caller.userId
    await assertMayStore(context, { location, caller, ownerId, isUpsert })
    const token = signLocation(context, 'upload', location, signedUrlSeconds, { ownerId, isUpsert })
    const url = `/object/upload/sign/${location.bucketId}/${location.name}?token=${token}`
    return json({ url, token })
  })

  app.put('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const location = locationOf(c)
    const token = c.req.query('token')
    const { ownerId, isUpsert } = requireSignature(context, 'upload', location, token)
    const { Key } = await storeObject(context, c.req.raw, {
      location,
      caller: serviceCaller,
      ownerId,
      isUpsert,
    })
    return json({ Key })
  })
}
