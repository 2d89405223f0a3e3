import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { json } from '#backend/platform/http.ts'
import { registerBuckets } from './buckets/bucket-routes.ts'
import type { ObjectStore } from './object-store/object-store.ts'
import { errorResponse, StorageError, featureNotEnabled } from './errors.ts'
import { drain } from './upload/receive.ts'
import { registerReadObject } from './objects/read-object.ts'
import { registerListObjects } from './objects/list-objects.ts'
import { registerListObjectsV2 } from './objects/list-objects-v2.ts'
import { registerCopyObject, registerMoveObject } from './objects/relocate-objects.ts'
import { registerRemoveObjects } from './objects/remove-objects.ts'
import { registerSignObject } from './objects/sign-object.ts'
import { registerSignUpload, registerUploadObject } from './objects/upload-object.ts'
import { registerResumable } from './resumable/resumable.ts'
import { registerPurgeCache, registerRenderImage } from './serve/render-image.ts'
import { storageJobs } from './cleanup/cleanup.ts'
import { createStorageContext, requireCaller, type StorageContext } from './context.ts'

export type Storage = ReturnType<typeof createStorage>

export function createStorage(backend: Context, store: ObjectStore) {
  const context = createStorageContext(backend, store)
  const app = new Hono()
  app.onError(async (cause, c) => {
    await drain(c.req.raw, 4 * context.config.storage.fileSizeLimit)
    return errorResponse(cause, context.log)
  })
  app.get('/status', () => json({ status: 'ok' }))

  registerRefused(app, context)
  registerBuckets(app, context)
  registerPurgeCache(app, context)
  registerResumable(app, context)

  // Registers /object/{bucket}/{path} last, because this pattern also matches the paths of more
  // specific routes.
  registerRenderImage(app, context)
  registerSignObject(app, context)
  registerSignUpload(app, context)
  registerListObjects(app, context)
  registerListObjectsV2(app, context)
  registerMoveObject(app, context)
  registerCopyObject(app, context)
  registerReadObject(app, context)
  registerUploadObject(app, context)
  registerRemoveObjects(app, context)

  app.all('*', () => {
    throw new StorageError(404, 'not_found', 'NotFound', 'Route not found')
  })
  return { app, jobs: storageJobs(context) }
}

function registerRefused(app: Hono, context: StorageContext): void {
  for (const [path, feature] of [
    ['/vector/*', 'vector buckets'],
    ['/iceberg/*', 'analytics buckets'],
    ['/bucket/:id/lifecycle', 'lifecycle'],
  ] as const) {
    app.all(path, (c) => {
      requireCaller(context, c.req.raw)
      throw featureNotEnabled(feature)
    })
  }
}
