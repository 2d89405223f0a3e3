import { z } from 'zod'
import { invalidRequest } from '#backend/storage/errors.ts'
import { openUpright } from '#backend/storage/intake/picture.ts'

const side = z.coerce.number().int().min(1).max(2500)
const settings = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  /** `origin` keeps the stored format even where the browser could read a smaller one. */
  format: z.enum(['origin', 'webp']).optional(),
})

/** The longest side that each format can have. */
const longestDrawn = 16_383

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

/** One way of showing a picture. */
type Rendition = z.output<typeof settings> & { contentType: string }

/** The rendition a URL's query asks for, in the best format the browser takes. */
export function parseRendition(
  query: Record<string, unknown>,
  accept: string,
  storedType: string,
): Rendition {
  const parsed = settings.safeParse(query)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalidRequest(`querystring/${issue?.path.join('/')} ${issue?.message}`)
  }
  const { format } = parsed.data
  const isWebp =
    format === 'webp' ||
    (format === undefined && accept.includes('image/webp')) ||
    // Encoding AVIF takes seconds.
    storedType === 'image/avif'
  return { ...parsed.data, contentType: isWebp ? 'image/webp' : storedType }
}

/** Names everything that makes a difference to the bytes. */
export function keyOf(version: string, rendition: Rendition): string {
  const { width, height, resize, quality, contentType } = rendition
  const type = contentType.replace('image/', '')
  return `${version}-${width ?? ''}x${height ?? ''}-${resize}-q${quality}.${type}`
}

/**
 * Draws the rendition of the picture at `path`; never larger than the picture itself. Throws
 * StorageError, or what `isUnreadable` knows.
 */
export async function draw(path: string, rendition: Rendition): Promise<Buffer> {
  const { width, height, resize, quality, contentType } = rendition
  const isMoving = contentType === 'image/gif' || contentType === 'image/webp'
  const picture = await openUpright(path, isMoving)
  picture.resize({
    width: width ?? longestDrawn,
    height: height ?? longestDrawn,
    fit: width && height ? fits[resize] : 'inside',
    withoutEnlargement: true,
  })
  switch (contentType) {
    case 'image/jpeg':
      return picture.jpeg({ quality }).toBuffer()
    case 'image/png':
      return picture.png().toBuffer()
    case 'image/gif':
      return picture.gif().toBuffer()
    default:
      return picture.webp({ quality }).toBuffer()
  }
}
