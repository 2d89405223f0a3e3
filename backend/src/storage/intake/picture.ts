import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { createLimiter } from '#backend/platform/limiter.ts'
import { mimeTypeRefused, StorageError } from '#backend/storage/errors.ts'
import { isPlainWebp } from './plain-webp.ts'

/** Longest side of a stored picture, in pixels. */
const longestSide = 2400
/** Pixels of the largest picture that is opened at all: against decompression bombs. */
const mostPixels = 100_000_000
/**
 * The same over all frames of one that moves, each of which is drawn, and of AVIF, whose decoder takes 18
 * bytes of memory for each.
 */
const mostCostlyPixels = 30_000_000
const patienceSeconds = 30
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
  const limits = { limitInputPixels: mostPixels, failOn: 'error' } as const
  return sharp(path, { ...limits, ...options }).timeout({ seconds: patienceSeconds })
}

/**
 * Opens a picture to be drawn, upright, with all of its frames where `isMoving` asks for them. Throws
 * StorageError for too many pixels.
 */
export async function openUpright(path: string, isMoving: boolean): Promise<Sharp> {
  const { pages = 1 } = await inspect(path)
  // Frames cannot be turned.
  return isMoving && pages > 1
    ? openPicture(path, { animated: true })
    : openPicture(path).autoOrient()
}

/** Facts of a picture, whose pixels are counted. Throws StorageError for too many of them. */
async function inspect(path: string): Promise<Metadata> {
  const facts = await openPicture(path, { animated: true }).metadata()
  const { width, pages = 1, pageHeight = facts.height } = facts
  const isCostly = pages > 1 || facts.format === 'heif'
  if (width * pageHeight * pages > (isCostly ? mostCostlyPixels : mostPixels)) throw tooManyPixels()
  return facts
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
      const picture = await openUpright(path, type === 'image/gif' || type === 'image/webp')
      if (type === 'image/webp' && (await mayBeKept(path, size))) return type
      picture.resize({
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

/** Whether a WebP can be kept: small, sound, and with no passenger. */
async function mayBeKept(path: string, size: number): Promise<boolean> {
  if (size > keptBytes || !isPlainWebp(await readFile(path))) return false
  const { width, height, pageHeight = height } = await inspect(path)
  if (Math.max(width, pageHeight) > longestSide) return false
  // Draws it once, as small as can be: damage shows only there.
  await openPicture(path, { animated: true }).resize({ width: 8 }).raw().toBuffer()
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
  if (!isUnreadable(cause)) return cause
  return /pixel limit/i.test((cause as Error).message)
    ? tooManyPixels()
    : mimeTypeRefused(`${type} (damaged)`)
}

/** Whether sharp could not make a picture of a file. It tells so in words only, each format in its own. */
export function isUnreadable(cause: unknown): boolean {
  return cause instanceof Error && cause.constructor === Error && !('code' in cause)
}
