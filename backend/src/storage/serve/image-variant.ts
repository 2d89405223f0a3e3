import { z } from 'zod'
import { invalidRequest } from '#backend/storage/errors.ts'
import { encode, openUpright } from '#backend/storage/upload/image.ts'

const side = z.coerce.number().int().min(1).max(2500)
const settings = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  /** With `origin`, the variant keeps the stored format (except AVIF) even if WebP is accepted. */
  format: z.enum(['origin', 'webp']).optional(),
})

/** Maximum side length of a WebP image, in pixels. */
const maxRenderedSide = 16_383

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

type ImageVariant = z.output<typeof settings> & { contentType: string }

/** Parses the parameters of an image variant and selects its format. Throws StorageError. */
export function parseVariant(
  query: Record<string, unknown>,
  accept: string,
  storedType: string,
): ImageVariant {
  const parsed = settings.safeParse(query)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalidRequest(`querystring/${issue?.path.join('/')} ${issue?.message}`)
  }
  const { format } = parsed.data
  const isWebp =
    format === 'webp' ||
    (format === undefined && accept.includes('image/webp')) ||
    // Serves AVIF images as WebP, because encoding AVIF takes seconds.
    storedType === 'image/avif'
  return { ...parsed.data, contentType: isWebp ? 'image/webp' : storedType }
}

export function keyOf(version: string, variant: ImageVariant): string {
  const { width, height, resize, quality, contentType } = variant
  const type = contentType.replace('image/', '')
  return `${version}-${width ?? ''}x${height ?? ''}-${resize}-q${quality}.${type}`
}

/** Renders a variant of the image at `path`, never larger than the original image. */
export async function renderVariant(path: string, variant: ImageVariant): Promise<Buffer> {
  const { width, height, resize, quality, contentType } = variant
  const isAnimated = contentType === 'image/gif' || contentType === 'image/webp'
  const image = await openUpright(path, isAnimated)
  image.resize({
    width: width ?? maxRenderedSide,
    height: height ?? maxRenderedSide,
    fit: width && height ? fits[resize] : 'inside',
    withoutEnlargement: true,
  })
  return encode(image, contentType, quality).toBuffer()
}
