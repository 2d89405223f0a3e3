import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleBucket } from './bucket.ts'

/** GET /bucket/{id}. */
export function registerGetBucket(app: Hono, world: StorageWorld): void {
  app.get('/bucket/:id', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    return json(await findVisibleBucket(world, caller, c.req.param('id')))
  })
}
