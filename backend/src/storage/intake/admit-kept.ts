import { copyFile, rm, stat } from 'node:fs/promises'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import type { LocalFile } from '#backend/storage/bytes/bytes.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { admit, digestOf } from './admit.ts'
import type { Declared } from './declared.ts'

/**
 * Takes bytes that are kept already through a bucket's door as an upload would go, and keeps what
 * comes of them as `version`, which has no row yet. Lets go of `file`. Throws StorageError.
 */
export async function admitKept(
  world: StorageWorld,
  file: LocalFile,
  declared: Declared,
  bucket: Bucket,
  version: string,
): Promise<ObjectMetadata> {
  const path = world.bytes.newTemporaryPath()
  try {
    await copyFile(file.path, path).finally(file.release)
    const { size } = await stat(path)
    const metadata = await admit({ ...declared, path, size, digest: await digestOf(path) }, bucket)
    await world.bytes.publish(path, version)
    return metadata
  } finally {
    await rm(path, { force: true })
  }
}
