import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { asUuid, requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import {
  assertBucketName,
  assertPlain,
  bucketSettings,
  parseMimeTypes,
  parseSizeLimit,
} from './bucket.ts'

const createBucketBody = bucketSettings.extend({ id: z.string().nullish(), name: z.string() })

/** POST /bucket: a new bucket, if row-level security lets the caller. */
export function registerCreateBucket(app: Hono, world: StorageWorld): void {
  app.post('/bucket', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const body = await readBody(c.req.raw, createBucketBody)
    assertPlain(body)
    const id = body.id || body.name
    assertBucketName(id)
    assertBucketName(body.name)
    const sizeLimit = parseSizeLimit(body.file_size_limit)
    const mimeTypes = parseMimeTypes(body.allowed_mime_types)
    await world.database.transactionAsCaller(
      caller,
      (sql) => sql`
        insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner,
          owner_id)
        values (${id}, ${body.name}, ${body.public ?? false}, ${sizeLimit},
          (select array_agg(value) from jsonb_array_elements_text(${mimeTypes}::text::jsonb)),
          ${asUuid(caller.userId)}::text::uuid, ${caller.userId})`,
    )
    return json({ name: body.name })
  })
}
