import type { Context as HonoContext, Hono } from 'hono'
import { serveObject } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, type StorageContext } from '#backend/storage/context.ts'
import {
  findPublicObject,
  findVisibleObject,
  parseLocation,
  requireVersion,
  type StoredObject,
} from './object.ts'
import { json } from '#backend/platform/http.ts'

/**
 * GET and HEAD /object: reads public buckets without permission checks, other buckets as the
 * caller.
 */
export function registerDownloadObject(app: Hono, context: StorageContext): void {
  app.get('/object/public/:bucket/:path{.+}', (c) => {
    const location = parseLocation(c.req.param('bucket'), c.req.param('path'))
    return serveObject(context, c.req.raw, async () =>
      requireVersion(await findPublicObject(context, location), c.req.query('versionId')),
    )
  })
  const asCaller = (c: HonoContext) => {
    const caller = requireCaller(context, c.req.raw)
    const location = parseLocation(c.req.param('bucket'), c.req.param('path'))
    return serveObject(context, c.req.raw, async () =>
      requireVersion(await findVisibleObject(context, caller, location), c.req.query('versionId')),
    )
  }
  app.get('/object/authenticated/:bucket/:path{.+}', asCaller)
  app.get('/object/:bucket/:path{.+}', asCaller)
}

/** GET /object/info/[public/|authenticated/]{bucket}/{path}: returns metadata without content. */
export function registerInfoObject(app: Hono, context: StorageContext): void {
  app.get('/object/info/public/:bucket/:path{.+}', async (c) => {
    const location = parseLocation(c.req.param('bucket'), c.req.param('path'))
    const object = await findPublicObject(context, location)
    return json(presentInfo(requireVersion(object, c.req.query('versionId'))))
  })
  const asCaller = async (c: HonoContext) => {
    const caller = requireCaller(context, c.req.raw)
    const location = parseLocation(c.req.param('bucket'), c.req.param('path'))
    const object = await findVisibleObject(context, caller, location)
    return json(presentInfo(requireVersion(object, c.req.query('versionId'))))
  }
  app.get('/object/info/authenticated/:bucket/:path{.+}', asCaller)
  app.get('/object/info/:bucket/:path{.+}', asCaller)
}

function presentInfo(object: StoredObject) {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    content_encoding: metadata.contentEncoding ?? null,
    etag: metadata.eTag,
    metadata: user_metadata ?? {},
    last_modified: metadata.lastModified,
    created_at,
    updated_at,
  }
}
