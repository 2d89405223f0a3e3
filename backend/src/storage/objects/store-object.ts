import { rm } from 'node:fs/promises'
import { findBucket, sizeLimitOf } from '#backend/storage/buckets/bucket.ts'
import { admit } from '#backend/storage/intake/admit.ts'
import { receive } from '#backend/storage/intake/receive.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { assertMayStore, insertObject, type Upload } from './insert-object.ts'

/** Receives an upload, checks it and makes it an object. Throws StorageError. */
export async function storeObject(
  world: StorageWorld,
  request: Request,
  upload: Upload,
): Promise<{ Id: string; Key: string }> {
  const { bucketId, name } = upload.place
  const path = world.bytes.newTemporaryPath()
  try {
    const bucket = await findBucket(world, bucketId)
    await assertMayStore(world, upload)
    const file = await receive(request, path, sizeLimitOf(world, bucket))
    const metadata = await admit(file, bucket)
    const version = crypto.randomUUID()
    const { userMetadata } = file
    const id = await insertObject(world, upload, { version, metadata, userMetadata }, () =>
      world.bytes.publish(path, version),
    )
    return { Id: id, Key: `${bucketId}/${name}` }
  } finally {
    await rm(path, { force: true })
  }
}
