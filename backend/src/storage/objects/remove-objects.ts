import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Caller } from '#backend/platform/caller.ts'
import { readBody } from '#backend/storage/body.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { objectColumns, parsePlace, type StoredObject } from './object.ts'

const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

/** DELETE of one object, or of several by `prefixes`: what the caller may not remove stays. */
export function registerRemoveObjects(app: Hono, world: StorageWorld): void {
  app.delete('/object/:bucket', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const { prefixes } = await readBody(c.req.raw, removeBody)
    return json(await remove(world, caller, c.req.param('bucket'), prefixes))
  })
  app.delete('/object/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const removed = await remove(world, caller, place.bucketId, [place.name])
    if (removed.length === 0) throw objectNotFound()
    return json({ message: 'Successfully deleted' })
  })
}

async function remove(
  world: StorageWorld,
  caller: Caller,
  bucketId: string,
  names: string[],
): Promise<StoredObject[]> {
  const removed = await world.database.transaction(
    caller,
    (sql) => sql<StoredObject[]>`
      delete from storage.objects o
      where o.bucket_id = ${bucketId}
        and o.name in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))
      returning ${objectColumns(sql)}`,
  )
  // Only after the rows are gone for good: bytes without a row harm nobody.
  await world.disk.remove(removed.map(({ version }) => version))
  return removed
}
