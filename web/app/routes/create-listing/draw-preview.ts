import { isImagePreview } from '@hourspace/domain/image-preview.ts'
import { plainWebp } from './plain-webp.ts'

/** Pixels of a preview's longer side: what browsers enlarge softly by themselves. */
const longestSide = 16

/** Of 1; a few pixels enlarged show no more. */
const quality = 0.4

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
  // Browsers that write no WebP answer a PNG.
  const [, written = ''] = canvas.toDataURL('image/webp', quality).split(',')
  const plain = plainWebp(Uint8Array.from(atob(written), (byte) => byte.charCodeAt(0)))
  const preview = plain ? `data:image/webp;base64,${btoa(String.fromCharCode(...plain))}` : ''
  return isImagePreview(preview) ? preview : ''
}
