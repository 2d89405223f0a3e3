import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Caller } from '#backend/platform/caller.ts'
import { readBody, requireCaller, type StorageContext } from '#backend/storage/context.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { deleteStaleVersions } from '#backend/storage/cleanup/delete-stale-versions.ts'
import { objectColumns, locationOf, type StoredObject } from './object.ts'

const entry = z.union([
  z.string().transform((path) => ({ path, versionId: null })),
  z.object({ path: z.string(), versionId: z.string() }),
])
const removeBody = z.object({ prefixes: z.array(entry).min(1).max(1000) })

type Entry = z.output<typeof entry>

/** DELETE /object: deletes one or several objects. Skips objects that the caller may not delete. */
export function registerRemoveObjects(app: Hono, context: StorageContext): void {
  app.delete('/object/:bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const { prefixes } = await readBody(c.req.raw, removeBody)
    return json(await remove(context, caller, c.req.param('bucket'), prefixes))
  })
  app.delete('/object/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const location = locationOf(c)
    const entry = { path: location.name, versionId: c.req.query('versionId') ?? null }
    const removed = await remove(context, caller, location.bucketId, [entry])
    if (removed.length === 0) throw objectNotFound()
    return json({ message: 'Successfully deleted' })
  })
}

async function remove(context: StorageContext, caller: Caller, bucketId: string, entries: Entry[]) {
  const removed = await context.database.transactionAsCaller(
    caller,
    (sql) => sql<StoredObject[]>`
      delete from storage.objects o
      using jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb)
        as entry (path text, "versionId" text)
      where o.bucket_id = ${bucketId} and o.name = entry.path
        and (entry."versionId" is null or o.version = entry."versionId")
      returning ${objectColumns(sql)}`,
  )
  // The content is deleted after the commit, because no row may refer to missing content.
  if (removed.length > 0) await deleteStaleVersions(context)
  return removed
}
