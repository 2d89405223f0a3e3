import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { createLimiter } from '#backend/platform/limiter.ts'
import { mimeTypeRefused, StorageError } from '#backend/storage/errors.ts'

/** Longest side of a stored picture, in pixels. */
const longestSide = 2400
/** Pixels of the largest picture that is opened at all, over all frames: against decompression bombs. */
const mostPixels = 100_000_000
/** A WebP up to this size that carries nothing but pixels is kept as it came. */
const keptBytes = 512 * 1024

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

// Files are opened once each; a cache would only hold memory and open descriptors.
sharp.cache(false)
// What a file is called is its sender's word: drawn is only what these read. An SVG in its place
// could show the files beside it, and take hours.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

const limited = createLimiter(2, 100)

/** Opens a picture for reading under the limits that keep a hostile file harmless. */
export function openPicture(path: string, options: SharpOptions = {}): Sharp {
  return sharp(path, { limitInputPixels: mostPixels, failOn: 'error', ...options })
}

/**
 * Turns a received picture, in place, into the one that is stored: upright, at most 2400 px on its
 * longer side, and stripped of everything but pixels (no place, no camera, no comment). Returns
 * its type, which differs from `type` for AVIF only: that becomes WebP, as encoding AVIF takes
 * seconds. Throws StorageError for what is no sound picture.
 */
export async function normalizePicture(path: string, type: string, size: number): Promise<string> {
  try {
    return await limited(async () => {
      const facts = await openPicture(path, { animated: true }).metadata()
      if (facts.width * facts.height > mostPixels) throw tooManyPixels()
      if (type === 'image/webp' && (await isPlain(path, facts, size))) return type
      const picture = openPicture(path, { animated: type === 'image/gif' || type === 'image/webp' })
        .autoOrient()
        .resize({
          width: longestSide,
          height: longestSide,
          fit: 'inside',
          withoutEnlargement: true,
        })
      await writeFile(path, await encode(picture, type).toBuffer())
      return type === 'image/avif' ? 'image/webp' : type
    })
  } catch (cause) {
    throw toRefusal(cause, type)
  }
}

function encode(picture: Sharp, type: string): Sharp {
  switch (type) {
    case 'image/jpeg':
      return picture.jpeg({ quality: 82 })
    case 'image/png':
      return picture.png()
    case 'image/gif':
      return picture.gif()
    default:
      return picture.webp({ quality: 82 })
  }
}

/** Whether a WebP can be kept: small, whole, and with no passenger. */
async function isPlain(path: string, facts: Metadata, size: number): Promise<boolean> {
  if (facts.exif || facts.icc || facts.iptc || facts.xmp || facts.comments) return false
  const height = facts.pageHeight ?? facts.height
  if (size > keptBytes || Math.max(facts.width, height) > longestSide) return false
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    // The container states its length: less is a cut file, more hides something behind it.
    return buffer.readUInt32LE(4) + 8 === size
  } finally {
    await file.close()
  }
}

function tooManyPixels(): StorageError {
  return new StorageError(
    413,
    'Payload too large',
    'EntityTooLarge',
    'The picture has more than 100 million pixels',
  )
}

/** sharp tells its troubles in words only. */
function toRefusal(cause: unknown, type: string): unknown {
  if (!(cause instanceof Error) || cause instanceof StorageError) return cause
  if (/pixel limit/i.test(cause.message)) return tooManyPixels()
  if (/^(Input|VipsJpeg|Vips|webp|png|gif|heif|.*load)/i.test(cause.message)) {
    return mimeTypeRefused(`${type} (damaged)`)
  }
  return cause
}
