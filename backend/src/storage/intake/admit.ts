import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused } from '#backend/storage/errors.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import type { Declared } from './declared.ts'
import { normalizePicture, pictureTypes } from './picture.ts'
import type { Received } from './receive.ts'
import { sniff, sniffFile } from './sniff.ts'

/**
 * Decides by a received file's bytes whether the bucket takes it, and makes it what is stored:
 * pictures of picture buckets are normalized. Throws StorageError.
 */
export async function admit(file: Received, bucket: Bucket): Promise<ObjectMetadata> {
  const real = requireTaken(await sniffFile(file.path), file.declaredType, bucket)
  const isNormalized = holdsOnlyPictures(bucket) && pictureTypes.includes(real)
  if (!isNormalized) return describe(file, real, file.size, file.digest)
  const stored = await normalizePicture(file.path, real, file.size)
  const { size } = await stat(file.path)
  return describe({ ...file, contentEncoding: null }, stored, size, await digestOf(file.path))
}

/**
 * The same by the first 512 bytes of what is too big, or too far away, to be looked at as a file. Its
 * ETag is `tag`. Only for buckets that take more than pictures. Throws StorageError.
 */
export function admitUnseen(
  file: Declared & { head: Buffer; size: number; tag: string },
  bucket: Bucket,
): ObjectMetadata {
  const real = requireTaken(sniff(file.head), file.declaredType, bucket)
  return describe(file, real, file.size, file.tag)
}

/** A picture is known by its bytes; other types nobody can tell, so their sender is believed. */
function requireTaken(found: string, declaredType: string, bucket: Bucket): string {
  const declared = baseType(declaredType)
  const real = pictureTypes.includes(found) || declared.startsWith('image/') ? found : declared
  if (!accepts(bucket, real)) throw mimeTypeRefused(real)
  return real
}

function describe(file: Declared, type: string, size: number, tag: string): ObjectMetadata {
  return {
    eTag: `"${tag.slice(0, 32)}"`,
    size,
    mimetype: type === baseType(file.declaredType) ? file.declaredType : type,
    cacheControl: file.cacheControl,
    ...(file.contentEncoding && { contentEncoding: file.contentEncoding }),
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

/** A type without its parameters. */
export function baseType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
