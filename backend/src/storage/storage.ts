import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { json } from '#backend/platform/http.ts'
import { registerCreateBucket } from './buckets/create-bucket.ts'
import { registerDeleteBucket } from './buckets/delete-bucket.ts'
import { registerEmptyBucket } from './buckets/empty-bucket.ts'
import { registerGetBucket } from './buckets/get-bucket.ts'
import { registerListBuckets } from './buckets/list-buckets.ts'
import { registerUpdateBucket } from './buckets/update-bucket.ts'
import { errorResponse, StorageError } from './errors.ts'
import { drain } from './intake/receive.ts'
import { registerDownloadObject } from './objects/download-object.ts'
import { registerUploadObject } from './objects/upload-object.ts'
import { createWorld } from './world.ts'

/** The object storage service under /storage/v1. Row-level security decides who may do what. */
export function createStorage(context: Context): Hono {
  const world = createWorld(context)
  const app = new Hono()
  app.onError(async (cause, c) => {
    await drain(c.req.raw, 4 * context.config.storage.fileSizeLimit)
    return errorResponse(cause, context.log)
  })
  app.get('/status', () => json({ status: 'ok' }))

  registerListBuckets(app, world)
  registerCreateBucket(app, world)
  registerGetBucket(app, world)
  registerUpdateBucket(app, world)
  registerDeleteBucket(app, world)
  registerEmptyBucket(app, world)

  // Paths with a word of their own come before /object/{bucket}/{path}, which matches them too.
  registerDownloadObject(app, world)
  registerUploadObject(app, world)

  app.all('*', () => {
    throw new StorageError(404, 'not_found', 'NotFound', 'Route not found')
  })
  return app
}
