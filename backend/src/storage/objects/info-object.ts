import type { Context as HonoContext, Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import {
  findPublicObject,
  findVisibleObject,
  parsePlace,
  requireVersion,
  type StoredObject,
} from './object.ts'

/** GET /object/info/[public/|authenticated/]{bucket}/{path}: facts without the bytes. */
export function registerInfoObject(app: Hono, world: StorageWorld): void {
  app.get('/object/info/public/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const object = await findPublicObject(world, place)
    return json(presentInfo(requireVersion(object, c.req.query('versionId'))))
  })
  const asCaller = async (c: HonoContext) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const object = await findVisibleObject(world, caller, place)
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
