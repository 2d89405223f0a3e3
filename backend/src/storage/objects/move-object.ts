import type { Hono } from 'hono'
import type { Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { objectNotFound } from '#backend/storage/errors.ts'
import { collectStale } from '#backend/storage/sweep/collect-stale.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { withBytes } from './insert-object.ts'
import type { ObjectMetadata, Place, StoredObject } from './object.ts'
import { admitCopy, readRelocation, relocationBody } from './relocation.ts'

/** POST /object/move: another name for the same bytes. */
export function registerMoveObject(app: Hono, world: StorageWorld): void {
  app.post('/object/move', async (c) => {
    const relocation = await readRelocation(world, c.req.raw, relocationBody)
    const { caller, object, to, bucket, isUnchecked } = relocation
    if (isUnchecked) await moveAdmitted(world, caller, { object, bucket, to })
    else await rename(world, caller, { object, to })
    return json({ message: 'Successfully moved', Id: object.id, Key: `${to.bucketId}/${to.name}` })
  })
}

type Move = {
  object: StoredObject
  to: Place
  /** What takes the place of the object's bytes. */
  content?: { version: string; metadata: ObjectMetadata }
}

async function rename(
  world: StorageWorld,
  caller: Caller,
  { object, to, content = object }: Move,
): Promise<void> {
  const moved = await world.database.transactionAsCaller(
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

/** Into a bucket that normalizes what it takes, where the object has other bytes from then on. */
async function moveAdmitted(
  world: StorageWorld,
  caller: Caller,
  { object, bucket, to }: Move & { bucket: Bucket },
): Promise<void> {
  const version = crypto.randomUUID()
  let metadata = object.metadata
  await withBytes(
    world,
    version,
    async () => {
      metadata = await admitCopy(world, object, bucket, version)
    },
    () => rename(world, caller, { object, to, content: { version, metadata } }),
  )
  await collectStale(world)
}
