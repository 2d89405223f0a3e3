import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { invalidRequest, bucketNotFound, StorageError } from '#backend/storage/errors.ts'
import { requireCaller, type StorageContext, readBody, asUuid } from '#backend/storage/context.ts'
import {
  bucketColumns,
  findVisibleBucket,
  assertBucketName,
  assertStandardBucket,
  bucketSettings,
  parseMimeTypes,
  parseSizeLimit,
} from './bucket.ts'
import { z } from 'zod'
import postgres from 'postgres'
import { deleteStaleVersions } from '#backend/storage/cleanup/delete-stale-versions.ts'

const sortColumns = ['id', 'name', 'created_at', 'updated_at']

const createBucketBody = bucketSettings.extend({ id: z.string().nullish(), name: z.string() })

export function registerBuckets(app: Hono, context: StorageContext): void {
  app.get('/bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const { limit, offset, search = '', sortColumn = 'name', sortOrder } = c.req.query()
    if (!sortColumns.includes(sortColumn)) {
      throw invalidRequest(`sortColumn must be one of ${sortColumns.join(', ')}`)
    }
    const [most, skipped] = [parseCount(limit, 1000), parseCount(offset, 0)]
    const buckets = await context.database.transactionAsCaller(
      caller,
      (sql) => sql`
        select ${bucketColumns(sql)} from storage.buckets
        where ${search} = '' or position(lower(${search}) in lower(name)) > 0
        order by ${sql(sortColumn)} ${sortOrder === 'desc' ? sql`desc` : sql`asc`}
        limit ${most} offset ${skipped}`,
    )
    return json(buckets)
  })

  app.get('/bucket/:id', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    return json(await findVisibleBucket(context, caller, c.req.param('id')))
  })

  app.post('/bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const body = await readBody(c.req.raw, createBucketBody)
    assertStandardBucket(body)
    const id = body.id || body.name
    assertBucketName(id)
    assertBucketName(body.name)
    const sizeLimit = parseSizeLimit(body.file_size_limit)
    const mimeTypes = parseMimeTypes(body.allowed_mime_types)
    await context.database.transactionAsCaller(
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

  // Settings that the request omits remain unchanged. New limits do not affect existing objects.
  app.put('/bucket/:id', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const body = await readBody(c.req.raw, bucketSettings)
    assertStandardBucket(body)
    const sizeLimit = parseSizeLimit(body.file_size_limit)
    const mimeTypes = parseMimeTypes(body.allowed_mime_types)
    const updated = await context.database.transactionAsCaller(
      caller,
      (sql) => sql`
        update storage.buckets set
          public = coalesce(${body.public ?? null}, public),
          file_size_limit = case when ${body.file_size_limit !== undefined}
            then ${sizeLimit} else file_size_limit end,
          allowed_mime_types = case when ${body.allowed_mime_types !== undefined}
            then (select array_agg(value) from jsonb_array_elements_text(${mimeTypes}::text::jsonb))
            else allowed_mime_types end,
          updated_at = now()
        where id = ${c.req.param('id')} returning id`,
    )
    if (updated.length === 0) throw bucketNotFound()
    return json({ message: 'Successfully updated' })
  })

  app.delete('/bucket/:id', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const id = c.req.param('id')
    const deleted = await context.database
      .transactionAsCaller(
        caller,
        (sql) => sql`delete from storage.buckets where id = ${id} returning id`,
      )
      .catch((cause: unknown) => {
        throw isStillReferenced(cause) ? notEmpty() : cause
      })
    if (deleted.length === 0) throw bucketNotFound()
    return json({ message: 'Successfully deleted' })
  })

  // Deletes only those objects in the bucket that the caller may delete.
  app.post('/bucket/:id/empty', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const bucket = await findVisibleBucket(context, caller, c.req.param('id'))
    await context.database.transactionAsCaller(
      caller,
      (sql) => sql`delete from storage.objects where bucket_id = ${bucket.id}`,
    )
    await deleteStaleVersions(context)
    return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
  })
}

function parseCount(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest('limit and offset must be whole numbers')
  return Number(text)
}

function isStillReferenced(cause: unknown): boolean {
  return cause instanceof postgres.PostgresError && cause.code === '23503'
}

function notEmpty(): StorageError {
  return new StorageError(
    409,
    'InvalidRequest',
    'BucketNotEmpty',
    'The bucket you tried to delete is not empty',
  )
}
