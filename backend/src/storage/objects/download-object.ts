import type { Context as HonoContext, Hono } from 'hono'
import { serveObject } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findPublicObject, findVisibleObject, parsePlace, requireVersion } from './object.ts'

/** GET and HEAD of an object: public buckets for anybody, all others as the caller may read. */
export function registerDownloadObject(app: Hono, world: StorageWorld): void {
  app.get('/object/public/:bucket/:path{.+}', (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return serveObject(world, c.req.raw, async () =>
      requireVersion(await findPublicObject(world, place), c.req.query('versionId')),
    )
  })
  const asCaller = (c: HonoContext) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return serveObject(world, c.req.raw, async () =>
      requireVersion(await findVisibleObject(world, caller, place), c.req.query('versionId')),
    )
  }
  app.get('/object/authenticated/:bucket/:path{.+}', asCaller)
  app.get('/object/:bucket/:path{.+}', asCaller)
}
