import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, open, copyFile, rm } from 'node:fs/promises'
import type { Bucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused } from '#backend/storage/errors.ts'
import type { ObjectMetadata } from '#backend/storage/objects/object.ts'
import type { DeclaredMetadata } from './declared-metadata.ts'
import { normalizeImage, imageTypes } from './image.ts'
import type { ReceivedFile } from './receive.ts'
import type { LocalFile } from '#backend/storage/object-store/object-store.ts'
import type { StorageContext } from '#backend/storage/context.ts'

/**
 * Returns the metadata of a received file. Normalizes images for image buckets. Throws StorageError
 * if the bucket does not accept the file.
 */
export async function acceptFile(file: ReceivedFile, bucket: Bucket): Promise<ObjectMetadata> {
  const real = requireAcceptedType(await sniffFile(file.path), file.declaredType, bucket)
  const isNormalized = acceptsOnlyImages(bucket) && imageTypes.includes(real)
  if (!isNormalized) return describe(file, real, file.size, file.digest)
  const stored = await normalizeImage(file.path, real, file.size)
  const { size } = await stat(file.path)
  return describe({ ...file, contentEncoding: null }, stored, size, await digestOf(file.path))
}

/** Checks a file's type by its first 512 bytes, because the rest may be stored remotely. */
export function acceptByHead(
  file: DeclaredMetadata & { head: Buffer; size: number; tag: string },
  bucket: Bucket,
): ObjectMetadata {
  const real = requireAcceptedType(sniff(file.head), file.declaredType, bucket)
  return describe(file, real, file.size, file.tag)
}

/** Detects only images by content. The declared type of other files cannot be verified. */
function requireAcceptedType(found: string, declaredType: string, bucket: Bucket): string {
  const declared = baseType(declaredType)
  const real = imageTypes.includes(found) || declared.startsWith('image/') ? found : declared
  if (!accepts(bucket, real)) throw mimeTypeRefused(real)
  return real
}

function describe(file: DeclaredMetadata, type: string, size: number, tag: string): ObjectMetadata {
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

export function accepts(bucket: Bucket, type: string): boolean {
  const allowed = bucket.allowed_mime_types
  if (!allowed) return true
  return allowed.some((one) => one === type || one === '*/*' || one === `${type.split('/')[0]}/*`)
}

export function acceptsOnlyImages(bucket: Bucket): boolean {
  const allowed = bucket.allowed_mime_types
  return allowed !== null && allowed.length > 0 && allowed.every((one) => one.startsWith('image/'))
}

export function baseType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export const sniffedBytes = 512

async function sniffFile(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return sniff(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function sniff(head: Buffer): string {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (/^ftypavi[fs]/.test(ascii(4, 12))) return 'image/avif'
  // Text files contain no control characters except tabs and line breaks.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1f]/.test(ascii(0, head.length))) return 'application/octet-stream'
  return /<svg[\s>]/i.test(ascii(0, head.length)) ? 'image/svg+xml' : 'text/plain'
}

/**
 * Checks stored content as if it were uploaded, stores the result as `version` and releases `file`.
 */
export async function acceptStoredFile(
  context: StorageContext,
  file: LocalFile,
  declared: DeclaredMetadata,
  bucket: Bucket,
  version: string,
): Promise<ObjectMetadata> {
  const path = context.store.newTemporaryPath()
  try {
    await copyFile(file.path, path).finally(file.release)
    const { size } = await stat(path)
    const metadata = await acceptFile(
      { ...declared, path, size, digest: await digestOf(path) },
      bucket,
    )
    await context.store.publish(path, version)
    return metadata
  } finally {
    await rm(path, { force: true })
  }
}
