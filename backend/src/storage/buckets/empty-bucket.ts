import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { collectStale } from '#backend/storage/sweep/collect-stale.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleBucket } from './bucket.ts'

/** POST /bucket/{id}/empty: removes every object the caller may remove. */
export function registerEmptyBucket(app: Hono, world: StorageWorld): void {
  app.post('/bucket/:id/empty', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const bucket = await findVisibleBucket(world, caller, c.req.param('id'))
    await world.database.transactionAsCaller(
      caller,
      (sql) => sql`delete from storage.objects where bucket_id = ${bucket.id}`,
    )
    await collectStale(world)
    return json({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
  })
}
