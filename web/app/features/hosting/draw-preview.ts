import { isImagePreview } from '#domain/image-preview.ts'

/** Pixels of a preview's longer side: what browsers enlarge softly by themselves. */
const longestSide = 16

/**
 * The preview of a picture: a data URI a few pixels wide, shown until the picture has arrived.
 * Empty where the browser writes no WebP, and for a picture that is transparent somewhere: its
 * preview would shine through.
 */
export function drawPreview(picture: ImageBitmap): string {
  const scale = longestSide / Math.max(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return ''
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  if (data.some((value, index) => index % 4 === 3 && value < 255)) return ''
  const preview = canvas.toDataURL('image/webp', 0.4)
  return isImagePreview(preview) ? preview : ''
}
