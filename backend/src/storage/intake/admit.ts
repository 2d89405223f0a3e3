import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused } from '#backend/storage/errors.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import { normalizePicture, pictureTypes } from './picture.ts'
import type { Received } from './receive.ts'
import { sniffFile } from './sniff.ts'

/**
 * Decides by a received file's bytes whether the bucket takes it, and makes it what is stored:
 * pictures of picture buckets are normalized. Throws StorageError.
 */
export async function admit(file: Received, bucket: Bucket): Promise<ObjectMetadata> {
  const found = await sniffFile(file.path)
  const declared = baseType(file.declaredType)
  // A picture is known by its bytes; other types nobody can tell, so their sender is believed.
  const real = pictureTypes.includes(found) || declared.startsWith('image/') ? found : declared
  if (!accepts(bucket, real)) throw mimeTypeRefused(real)
  const isNormalized = holdsOnlyPictures(bucket) && pictureTypes.includes(real)
  const stored = isNormalized ? await normalizePicture(file.path, real, file.size) : real
  const { size } = await stat(file.path)
  return {
    eTag: `"${await digest(file.path)}"`,
    size,
    mimetype: stored === declared ? file.declaredType : stored,
    cacheControl: file.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}

/** Whether a bucket's list of types, if it has one, allows `type`. */
export function accepts(bucket: Bucket, type: string): boolean {
  const allowed = bucket.allowed_mime_types
  if (!allowed) return true
  return allowed.some((one) => one === type || one === '*/*' || one === `${type.split('/')[0]}/*`)
}

/** Whether every kind of file the bucket takes is a picture. */
export function holdsOnlyPictures(bucket: Bucket): boolean {
  const allowed = bucket.allowed_mime_types
  return allowed !== null && allowed.length > 0 && allowed.every((one) => one.startsWith('image/'))
}

function baseType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex').slice(0, 32)
}
