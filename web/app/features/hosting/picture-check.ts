import { imageTypes, maximumImageBytes } from '#domain/listing.ts'

const megabyte = 1024 * 1024

/** Why a file cannot be a picture of a space, or null when it may be one. */
export function pictureProblem(file: { name: string; type: string; size: number }): string | null {
  if (!imageTypes.includes(file.type))
    return `${file.name} is not a picture we can show. Please use JPEG, PNG, WebP, GIF or AVIF.`
  if (file.size > maximumImageBytes)
    return `${file.name} is larger than ${maximumImageBytes / megabyte} MB.`
  return null
}

/** Reads the picture once, which finds out a file that is only named like one. */
export async function unreadablePicture(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return null
  } catch {
    return `${file.name} could not be read as a picture.`
  }
}
