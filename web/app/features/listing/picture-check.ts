import { isImagePreview } from '@hourspace/domain/image-preview.ts'
import { imageTypes, maximumImageBytes, maximumImagePixels } from '@hourspace/domain/listing.ts'

const megabyte = 1024 * 1024

const typeNames: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
}

/** Returns why a file cannot be a picture of one of the MIME types; null if it can. */
export function pictureProblem(
  file: { name: string; type: string; size: number },
  types: readonly string[] = imageTypes,
): string | null {
  if (!types.includes(file.type)) {
    const names = types.map((type) => typeNames[type])
    const list = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
    return `${file.name} is not a picture we can show. Please use ${list}.`
  }
  if (file.size > maximumImageBytes)
    return `${file.name} is larger than ${maximumImageBytes / megabyte} MB.`
  return null
}

/** Returns the files that are readable pictures, and the error texts of the other files. */
export async function checkPictures(files: readonly File[], types?: readonly string[]) {
  const pictures: File[] = []
  const problems: string[] = []
  // Reads one file at a time, because a decoded photo needs about 50 MB of memory.
  for (const file of files) {
    const problem = pictureProblem(file, types) ?? (await readPicture(file)).problem
    if (problem) problems.push(problem)
    else pictures.push(file)
  }
  return { pictures, problems }
}

/** Creates the blurred preview of a picture. Returns an error text if the file cannot be read. */
export async function readPicture(file: File) {
  try {
    const bitmap = await createImageBitmap(file)
    if (bitmap.width * bitmap.height > maximumImagePixels) {
      bitmap.close()
      return {
        problem: `${file.name} has more than ${maximumImagePixels / 1e6} megapixels. Please make it smaller.`,
      }
    }
    const blur = drawPreview(bitmap)
    bitmap.close()
    return { blur }
  } catch {
    return { problem: `${file.name} could not be read as a picture.` }
  }
}

/** Length of a preview's longer side, in pixels. */
const longestSide = 16

/** WebP quality of previews, from 0 to 1. */
const quality = 0.4

/**
 * Returns the blurred preview as a data URI. Returns '' if the browser cannot encode WebP or the
 * picture is transparent.
 */
function drawPreview(picture: ImageBitmap): string {
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
  // In browsers that cannot encode WebP, the blob is a PNG, for which `plainWebp` returns null.
  const [, written = ''] = canvas.toDataURL('image/webp', quality).split(',')
  const plain = plainWebp(Uint8Array.from(atob(written), (byte) => byte.charCodeAt(0)))
  const preview = plain ? `data:image/webp;base64,${btoa(String.fromCharCode(...plain))}` : ''
  return isImagePreview(preview) ? preview : ''
}

const headerBytes = 12

/**
 * Removes everything except the pixel data from a WebP file, because a color profile can be ten
 * times as large as the pixel data. Returns null if the bytes are not lossy WebP.
 */
export function plainWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4))
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'WEBP') return null
  // A RIFF chunk consists of a name, a length and its content. A padding byte follows if the length
  // is odd.
  for (let at = headerBytes; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (nameAt(at) === 'VP8 ') {
      const plain = new Uint8Array(headerBytes + end - at)
      plain.set(bytes.subarray(0, headerBytes))
      plain.set(bytes.subarray(at, end), headerBytes)
      new DataView(plain.buffer).setUint32(4, plain.length - 8, true)
      return plain
    }
    at = end
  }
  return null
}
