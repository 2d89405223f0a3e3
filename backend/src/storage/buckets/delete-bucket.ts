import type { Hono } from 'hono'
import postgres from 'postgres'
import { json } from '#backend/platform/http.ts'
import { bucketNotFound, StorageError } from '#backend/storage/errors.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'

/** DELETE /bucket/{id}: only an empty bucket goes. */
export function registerDeleteBucket(app: Hono, world: StorageWorld): void {
  app.delete('/bucket/:id', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const id = c.req.param('id')
    const deleted = await world.database
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
