import { buffer } from 'node:stream/consumers'
import type { Lock } from '@tus/server'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import { toStorageError, tooLarge } from '#backend/storage/errors.ts'
import { admitUnseen, holdsOnlyPictures } from '#backend/storage/intake/admit.ts'
import { admitKept } from '#backend/storage/intake/admit-kept.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseMetadata,
  parseType,
  type Declared,
} from '#backend/storage/intake/declared.ts'
import { sniffedBytes } from '#backend/storage/intake/sniff.ts'
import { insertRow } from '#backend/storage/objects/insert-object.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import type { Caller } from '#backend/platform/caller.ts'
import {
  abandonUpload,
  findUpload,
  isShown,
  markCompleted,
  type ResumableUpload,
} from './uploads.ts'

/** What `Upload-Metadata` says of a file. Throws StorageError. */
export function declaredOf(metadata: ResumableUpload['metadata']): Declared {
  return {
    declaredType: parseType(metadata['contentType'] ?? null),
    cacheControl: parseCacheControl(metadata['cacheControl'] ?? null),
    contentEncoding: parseEncoding(metadata['contentEncoding'] ?? null),
    userMetadata: parseMetadata(metadata['metadata'] ?? ''),
  }
}

/**
 * Makes an upload whose bytes have all arrived an object, as its caller: row-level security is asked
 * again. May be called again after a crash at any point, but not twice at once: `lock` sees to that.
 * What is refused is forgotten at once; throws StorageError then.
 */
export async function completeUpload(
  world: StorageWorld,
  { id, caller, lock }: { id: string; caller: Caller; lock: Lock },
): Promise<void> {
  // Whoever asks for it meanwhile has to wait until it is done.
  await lock.lock(new AbortController().signal, () => {})
  try {
    const upload = await findUpload(world, id)
    if (!upload || upload.completedAt) return
    if (!(await isShown(world, id))) await makeObject(world, upload, caller)
    await markCompleted(world, id)
  } finally {
    await lock.unlock()
  }
}

async function makeObject(
  world: StorageWorld,
  upload: ResumableUpload,
  caller: Caller,
): Promise<void> {
  const { id, place, ownerId, isUpsert, state } = upload
  try {
    const bucket = await findBucket(world, place.bucketId)
    if (upload.received > sizeLimitOf(world, bucket)) throw tooLarge()
    const declared = declaredOf(upload.metadata)
    const { userMetadata } = declared
    await world.bytes.growing.finish(id, state)
    const metadata = await admitFinished(world, { id, declared }, bucket)
    const content = { version: id, metadata, userMetadata }
    await insertRow(world, { place, caller, ownerId, isUpsert }, content)
  } catch (cause) {
    // What broke down, rather than was refused, may go better at the next try.
    if (toStorageError(cause).statusCode < 500) await abandonUpload(world, upload)
    throw cause
  }
}

/** Looks at bytes that are in their place but have no row yet. Throws StorageError. */
async function admitFinished(
  world: StorageWorld,
  { id, declared }: { id: string; declared: Declared },
  bucket: Bucket,
): Promise<ObjectMetadata> {
  if (!holdsOnlyPictures(bucket)) {
    const size = (await world.bytes.sizeOf(id)) ?? 0
    const start = size > 0 ? await world.bytes.read(id, 0, Math.min(size, sniffedBytes) - 1) : null
    const head = start
      ? await buffer(start as unknown as AsyncIterable<Uint8Array>)
      : Buffer.alloc(0)
    // Too big to be read once more for a digest: a version is as good a tag.
    return admitUnseen({ ...declared, head, size, tag: id.replaceAll('-', '') }, bucket)
  }
  const file = await world.bytes.local(id)
  if (!file) throw new Error('The bytes of a finished upload are missing')
  return admitKept(world, file, declared, bucket, id)
}
