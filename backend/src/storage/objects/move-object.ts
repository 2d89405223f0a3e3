import type { Hono } from 'hono'
import type { Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { deleteStaleVersions } from '#backend/storage/cleanup/delete-stale-versions.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { withContent } from './insert-object.ts'
import type { ObjectMetadata, ObjectLocation, StoredObject } from './object.ts'
import { acceptCopy, readRelocation, relocationBody } from './relocation.ts'

/** POST /object/move: renames an object; copies content only if it must be normalized. */
export function registerMoveObject(app: Hono, context: StorageContext): void {
  app.post('/object/move', async (c) => {
    const relocation = await readRelocation(context, c.req.raw, relocationBody)
    const { caller, object, to, bucket, needsNormalization } = relocation
    if (needsNormalization) await moveNormalized(context, caller, { object, bucket, to })
    else await rename(context, caller, { object, to })
    return json({ message: 'Successfully moved', Id: object.id, Key: `${to.bucketId}/${to.name}` })
  })
}

type Move = {
  object: StoredObject
  to: ObjectLocation
  /** New content of the moved object, if the content was normalized. */
  content?: { version: string; metadata: ObjectMetadata }
}

async function rename(
  context: StorageContext,
  caller: Caller,
  { object, to, content = object }: Move,
): Promise<void> {
  const moved = await context.database.transactionAsCaller(
    caller,
    (sql) => sql`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now(),
        version = ${content.version}, metadata = ${JSON.stringify(content.metadata)}::text::jsonb
      where id = ${object.id} and version = ${object.version}
        and bucket_id = ${object.bucket_id} and name = ${object.name}
      returning id`,
  )
  if (moved.length === 0) throw objectNotFound()
}

async function moveNormalized(
  context: StorageContext,
  caller: Caller,
  { object, bucket, to }: Move & { bucket: Bucket },
): Promise<void> {
  const version = crypto.randomUUID()
  let metadata = object.metadata
  await withContent(
    context,
    version,
    async () => {
      metadata = await acceptCopy(context, object, bucket, version)
    },
    () => rename(context, caller, { object, to, content: { version, metadata } }),
  )
  await deleteStaleVersions(context)
}
