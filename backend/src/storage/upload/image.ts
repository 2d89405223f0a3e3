import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { createLimiter } from '#backend/platform/limiter.ts'
import { mimeTypeRefused, StorageError } from '#backend/storage/errors.ts'

/** Longest side of a stored image, in pixels. */
const maxSide = 2400
/** Maximum number of pixels of an image, which protects against decompression bombs. */
const maxPixels = 100_000_000
/**
 * Maximum pixels in all frames of an animation, or in an AVIF image, which needs 18 bytes of memory
 * per pixel.
 */
const maxCostlyPixels = 30_000_000
const timeoutSeconds = 30
const storedQuality = 82
/** Maximum size in bytes up to which a WebP image without metadata is stored unchanged. */
const maxOriginalBytes = 512 * 1024

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

// Disables the libvips cache, which would keep memory for images that are rarely opened again.
sharp.cache(false)
// Blocks other formats of libvips. An SVG could include local files or render for hours.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

const limited = createLimiter(2, 100)

export function openImage(path: string, options: SharpOptions = {}): Sharp {
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  return sharp(path, { ...limits, ...options }).timeout({ seconds: timeoutSeconds })
}

/**
 * Opens an image and applies its EXIF orientation, except to animations. Throws StorageError if the
 * image has too many pixels.
 */
export async function openUpright(path: string, isAnimated: boolean): Promise<Sharp> {
  const { pages = 1 } = await inspect(path)
  // Does not rotate animations, because sharp cannot rotate several frames.
  return isAnimated && pages > 1
    ? openImage(path, { animated: true })
    : openImage(path).autoOrient()
}

async function inspect(path: string): Promise<Metadata> {
  const facts = await openImage(path, { animated: true }).metadata()
  const { width, pages = 1, pageHeight = facts.height } = facts
  const isCostly = pages > 1 || facts.format === 'heif'
  if (width * pageHeight * pages > (isCostly ? maxCostlyPixels : maxPixels)) throw tooManyPixels()
  return facts
}

/**
 * Normalizes an image in place: applies its EXIF orientation, limits its sides to 2400 px and
 * removes its metadata. AVIF becomes WebP, because encoding AVIF takes seconds. Returns the new
 * type. Throws StorageError if the image is damaged or has too many pixels.
 */
export async function normalizeImage(path: string, type: string, size: number): Promise<string> {
  try {
    return await limited(async () => {
      const image = await openUpright(path, type === 'image/gif' || type === 'image/webp')
      if (type === 'image/webp' && (await canKeepOriginal(path, size))) return type
      image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      await writeFile(path, await encode(image, type, storedQuality).toBuffer())
      return type === 'image/avif' ? 'image/webp' : type
    })
  } catch (cause) {
    throw toRefusal(cause, type)
  }
}

/** Encodes an image as JPEG, PNG or GIF if `type` is one of them, otherwise as WebP. */
export function encode(image: Sharp, type: string, quality: number): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({ quality })
    case 'image/png':
      return image.png()
    case 'image/gif':
      return image.gif()
    default:
      return image.webp({ quality })
  }
}

/** Whether a WebP image can be stored unchanged: small, undamaged and without metadata. */
async function canKeepOriginal(path: string, size: number): Promise<boolean> {
  if (size > maxOriginalBytes || !isPlainWebp(await readFile(path))) return false
  const { width, height, pageHeight = height } = await inspect(path)
  if (Math.max(width, pageHeight) > maxSide) return false
  // Decodes a small version of the image, because only decoding detects damage.
  await openImage(path, { animated: true }).resize({ width: 8 }).raw().toBuffer()
  return true
}

function tooManyPixels(): StorageError {
  return new StorageError(
    413,
    'Payload too large',
    'EntityTooLarge',
    'The picture has too many pixels',
  )
}

function toRefusal(cause: unknown, type: string): unknown {
  if (!isImageError(cause)) return cause
  return /pixel limit/i.test((cause as Error).message)
    ? tooManyPixels()
    : mimeTypeRefused(`${type} (damaged)`)
}

/** Whether sharp failed to decode an image. Such an error is a plain Error without a code. */
export function isImageError(cause: unknown): boolean {
  return cause instanceof Error && cause.constructor === Error && !('code' in cause)
}

/** WebP chunk types that hold pixels, transparency or animation. */
const pixelChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])
/** Header size of a WebP animation frame in bytes. */
const frameHeadBytes = 16

/**
 * Whether a WebP contains only image chunks. Checks every chunk, because a file can contain
 * metadata without setting the header flags for it.
 */
function isPlainWebp(file: Buffer): boolean {
  // A file shorter than its declared length is truncated. A longer file has data after the image.
  return file.length >= 12 && file.readUInt32LE(4) + 8 === file.length && holdsPixelsOnly(file, 12)
}

function holdsPixelsOnly(bytes: Buffer, start: number): boolean {
  let at = start
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (!pixelChunks.has(type) || body.length < length) return false
    if (type === 'ANMF' && !holdsPixelsOnly(body, frameHeadBytes)) return false
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}
