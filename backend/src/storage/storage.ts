import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { json } from '#backend/platform/http.ts'
import { registerCreateBucket } from './buckets/create-bucket.ts'
import { registerDeleteBucket } from './buckets/delete-bucket.ts'
import { registerEmptyBucket } from './buckets/empty-bucket.ts'
import { registerGetBucket } from './buckets/get-bucket.ts'
import { registerListBuckets } from './buckets/list-buckets.ts'
import { registerUpdateBucket } from './buckets/update-bucket.ts'
import type { Bytes } from './bytes/bytes.ts'
import { errorResponse, StorageError } from './errors.ts'
import { drain } from './intake/receive.ts'
import { registerCopyObject } from './objects/copy-object.ts'
import { registerDownloadObject } from './objects/download-object.ts'
import { registerInfoObject } from './objects/info-object.ts'
import { registerListObjects } from './objects/list-objects.ts'
import { registerListObjectsV2 } from './objects/list-objects-v2.ts'
import { registerMoveObject } from './objects/move-object.ts'
import { registerRemoveObjects } from './objects/remove-objects.ts'
import { registerSignObject } from './objects/sign-object.ts'
import { registerSignUpload } from './objects/sign-upload.ts'
import { registerUploadObject } from './objects/upload-object.ts'
import { registerRefused } from './refused.ts'
import { registerResumable } from './resumable/resumable.ts'
import { registerPurgeCache } from './serve/purge-cache.ts'
import { registerRenderImage } from './serve/render-image.ts'
import { storageChores } from './sweep/sweep.ts'
import { createWorld } from './world.ts'

export type Storage = {
  app: Hono
  /** Housekeeping, to be done by one process at a time. */
  chores: { name: string; everySeconds: number; work(): Promise<void> }[]
}

/** The object storage service under /storage/v1. Row-level security decides who may do what. */
export function createStorage(context: Context, bytes: Bytes): Storage {
  const world = createWorld(context, bytes)
  const app = new Hono()
  app.onError(async (cause, c) => {
    await drain(c.req.raw, 4 * context.config.storage.fileSizeLimit)
    return errorResponse(cause, context.log)
  })
  app.get('/status', () => json({ status: 'ok' }))

  registerRefused(app, world)
  registerListBuckets(app, world)
  registerCreateBucket(app, world)
  registerGetBucket(app, world)
  registerUpdateBucket(app, world)
  registerDeleteBucket(app, world)
  registerEmptyBucket(app, world)
  registerPurgeCache(app, world)
  registerResumable(app, world)

  // Paths with a word of their own come before /object/{bucket}/{path}, which matches them too.
  registerRenderImage(app, world)
  registerInfoObject(app, world)
  registerSignObject(app, world)
  registerSignUpload(app, world)
  registerListObjects(app, world)
  registerListObjectsV2(app, world)
  registerMoveObject(app, world)
  registerCopyObject(app, world)
  registerDownloadObject(app, world)
  registerUploadObject(app, world)
  registerRemoveObjects(app, world)

  app.all('*', () => {
    throw new StorageError(404, 'not_found', 'NotFound', 'Route not found')
  })
  return { app, chores: storageChores(world) }
}
