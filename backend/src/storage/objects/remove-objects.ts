import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Caller } from '#backend/platform/caller.ts'
import { readBody } from '#backend/storage/body.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { collectStale } from '#backend/storage/sweep/collect-stale.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { objectColumns, parsePlace, type StoredObject } from './object.ts'

/** A path, or a path as long as it still has this version. */
const entry = z.union([
  z.string().transform((path) => ({ path, versionId: null })),
  z.object({ path: z.string(), versionId: z.string() }),
])
const removeBody = z.object({ prefixes: z.array(entry).min(1).max(1000) })

type Entry = z.output<typeof entry>

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
    const entry = { path: place.name, versionId: c.req.query('versionId') ?? null }
    const removed = await remove(world, caller, place.bucketId, [entry])
    if (removed.length === 0) throw objectNotFound()
    return json({ message: 'Successfully deleted' })
  })
}

async function remove(
  world: StorageWorld,
  caller: Caller,
  bucketId: string,
  entries: Entry[],
): Promise<StoredObject[]> {
  const removed = await world.database.transactionAsCaller(
    caller,
    (sql) => sql<StoredObject[]>`
      delete from storage.objects o
      using jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb)
        as entry (path text, "versionId" text)
      where o.bucket_id = ${bucketId} and o.name = entry.path
        and (entry."versionId" is null or o.version = entry."versionId")
      returning ${objectColumns(sql)}`,
  )
  // Only after the rows are gone for good: bytes without a row harm nobody.
  if (removed.length > 0) await collectStale(world)
  return removed
}
