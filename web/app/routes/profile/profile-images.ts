import { removeFile, uploadFile } from '#web/data/upload-file.ts'

const bucket = 'profile-images'

/**
 * Uploads somebody's picture under their id, a random number and the extension of its type, and
 * answers its public URL. `onProgress` is told the uploaded share, 0 to 1.
 */
export function uploadProfileImage(
  userId: string,
  picture: { file: File; type: string; extension: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const [number] = crypto.getRandomValues(new Uint32Array(1))
  const name = `${userId}-${number}.${picture.extension}`
  const { file, type: contentType } = picture
  return uploadFile({ bucket, name, file, contentType, onProgress, signal })
}

/** Removes a picture that is no longer anybody's. A failure leaves it unused. */
export function removeProfileImage(url: string): Promise<void> {
  return removeFile(bucket, url)
}
