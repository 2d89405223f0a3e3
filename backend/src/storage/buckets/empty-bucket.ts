import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleBucket } from './bucket.ts'

/** POST /bucket/{id}/empty: removes every object the caller may remove. */
export function registerEmptyBucket(app: Hono, world: StorageWorld): void {
  app.post('/bucket/:id/empty', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const bucket = await findVisibleBucket(world, caller, c.req.param('id'))
    const removed = await world.database.transaction(
      caller,
      (sql) => sql<{ version: string }[]>`
        delete from storage.objects where bucket_id = ${bucket.id} returning version`,
    )
    await world.disk.remove(removed.map(({ version }) => version))
    return json({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
  })
}
