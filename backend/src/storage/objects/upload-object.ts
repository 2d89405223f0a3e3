import type { Context as HonoContext, Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { parsePlace } from './object.ts'
import { storeObject } from './store-object.ts'

/** POST (new, or any with x-upsert) and PUT (replace) /object/{bucket}/{path}. */
export function registerUploadObject(app: Hono, world: StorageWorld): void {
  const upload = async (c: HonoContext, isUpsert: boolean) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return json(
      await storeObject(world, c.req.raw, { place, caller, ownerId: caller.userId, isUpsert }),
    )
  }
  app.post('/object/:bucket/:path{.+}', (c) => upload(c, c.req.header('x-upsert') === 'true'))
  app.put('/object/:bucket/:path{.+}', (c) => upload(c, true))
}
