import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleObject } from './object.ts'
import { assertBucketTakes, parseRelocation, relocationBody } from './relocation.ts'

/** POST /object/move: another name for the same bytes. */
export function registerMoveObject(app: Hono, world: StorageWorld): void {
  app.post('/object/move', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const { from, to } = parseRelocation(await readBody(c.req.raw, relocationBody))
    const object = await findVisibleObject(world, caller, from)
    await assertBucketTakes(world, object, to)
    const moved = await world.database.transaction(
      caller,
      (sql) => sql`
        update storage.objects
        set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now()
        where bucket_id = ${from.bucketId} and name = ${from.name} returning id`,
    )
    if (moved.length === 0) throw objectNotFound()
    return json({ message: 'Successfully moved', Id: object.id, Key: `${to.bucketId}/${to.name}` })
  })
}
