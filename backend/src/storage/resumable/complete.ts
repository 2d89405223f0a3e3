import { buffer } from 'node:stream/consumers'
import type { Lock } from '@tus/server'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import { toStorageError, tooLarge } from '#backend/storage/errors.ts'
import { acceptByHead, acceptsOnlyImages } from '#backend/storage/upload/accept-file.ts'
import { acceptStoredFile } from '#backend/storage/upload/accept-file.ts'
import {
  parseCacheControl,
  parseEncoding,
  parseMetadata,
  parseType,
  type DeclaredMetadata,
} from '#backend/storage/upload/declared-metadata.ts'
import { sniffedBytes } from '#backend/storage/upload/accept-file.ts'
import { insertRow } from '#backend/storage/objects/insert-object.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import type { Caller } from '#backend/platform/caller.ts'
import {
  deleteUpload,
  findUpload,
  isReferenced,
  markCompleted,
  type ResumableUpload,
} from './uploads.ts'

export function declaredOf(metadata: ResumableUpload['metadata']): DeclaredMetadata {
  return {
    declaredType: parseType(metadata['contentType'] ?? null),
    cacheControl: parseCacheControl(metadata['cacheControl'] ?? null),
    contentEncoding: parseEncoding(metadata['contentEncoding'] ?? null),
    userMetadata: parseMetadata(metadata['metadata'] ?? ''),
  }
}

/**
 * Creates an object from a received upload with the uploader's permissions. Can be called again,
 * for example after a crash.
 */
export async function completeUpload(
  context: StorageContext,
  { id, caller, lock }: { id: string; caller: Caller; lock: Lock },
): Promise<void> {
  await lock.lock(new AbortController().signal, () => {})
  try {
    const upload = await findUpload(context, id)
    if (!upload || upload.completedAt) return
    if (!(await isReferenced(context, id))) await makeObject(context, upload, caller)
    await markCompleted(context, id)
  } finally {
    await lock.unlock()
  }
}

async function makeObject(context: StorageContext, upload: ResumableUpload, caller: Caller) {
  const { id, location, ownerId, isUpsert, state } = upload
  try {
    const bucket = await findBucket(context, location.bucketId)
    if (upload.received > sizeLimitOf(context, bucket)) throw tooLarge()
    const declared = declaredOf(upload.metadata)
    const { userMetadata } = declared
    await context.store.partial.finish(id, state)
    const metadata = await acceptFinished(context, { id, declared }, bucket)
    const content = { version: id, metadata, userMetadata }
    await insertRow(context, { location, caller, ownerId, isUpsert }, content)
  } catch (cause) {
    // Keeps the upload after an internal error, so that the client can try again.
    if (toStorageError(cause).statusCode < 500) await deleteUpload(context, upload)
    throw cause
  }
}

async function acceptFinished(
  context: StorageContext,
  { id, declared }: { id: string; declared: DeclaredMetadata },
  bucket: Bucket,
): Promise<ObjectMetadata> {
  if (!acceptsOnlyImages(bucket)) {
    const size = (await context.store.sizeOf(id)) ?? 0
    const start =
      size > 0 ? await context.store.read(id, 0, Math.min(size, sniffedBytes) - 1) : null
    const head = start
      ? await buffer(start as unknown as AsyncIterable<Uint8Array>)
      : Buffer.alloc(0)
    // Uses the version as ETag, because hashing would read the whole content again.
    return acceptByHead({ ...declared, head, size, tag: id.replaceAll('-', '') }, bucket)
  }
  const file = await context.store.local(id)
  if (!file) throw new Error(`The content of the finished upload ${id} is missing`)
  return acceptStoredFile(context, file, declared, bucket, id)
}
