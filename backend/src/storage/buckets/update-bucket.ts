import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { bucketNotFound } from '#backend/storage/errors.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { assertPlain, bucketSettings, parseMimeTypes, parseSizeLimit } from './bucket.ts'

/** PUT /bucket/{id}: replaces the bucket's rules; what is stored already stays. */
export function registerUpdateBucket(app: Hono, world: StorageWorld): void {
  app.put('/bucket/:id', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const body = await readBody(c.req.raw, bucketSettings)
    assertPlain(body)
    const sizeLimit = parseSizeLimit(body.file_size_limit)
    const mimeTypes = parseMimeTypes(body.allowed_mime_types)
    const updated = await world.database.transactionAsCaller(
      caller,
      (sql) => sql`
        update storage.buckets set
          public = coalesce(${body.public ?? null}, public),
          file_size_limit = ${sizeLimit},
          allowed_mime_types =
            (select array_agg(value) from jsonb_array_elements_text(${mimeTypes}::text::jsonb)),
          updated_at = now()
        where id = ${c.req.param('id')} returning id`,
    )
    if (updated.length === 0) throw bucketNotFound()
    return json({ message: 'Successfully updated' })
  })
}
