import { imageTypes, maximumImageBytes } from '@hourspace/domain/listing.ts'
import { drawPreview } from './draw-preview.ts'

const megabyte = 1024 * 1024

/** Why a file cannot be a picture of a space, or null when it may be one. */
export function pictureProblem(file: { name: string; type: string; size: number }): string | null {
  if (!imageTypes.includes(file.type))
    return `${file.name} is not a picture we can show. Please use JPEG, PNG, WebP, GIF or AVIF.`
  if (file.size > maximumImageBytes)
    return `${file.name} is larger than ${maximumImageBytes / megabyte} MB.`
  return null
}

/**
 * Reads the picture once: that draws its small preview, and finds out a file that is only named
 * like a picture.
 */
export async function readPicture(
  file: File,
): Promise<{ blur: string; problem?: undefined } | { problem: string }> {
  try {
    const bitmap = await createImageBitmap(file)
    const blur = drawPreview(bitmap)
    bitmap.close()
    return { blur }
  } catch {
    return { problem: `${file.name} could not be read as a picture.` }
  }
}
