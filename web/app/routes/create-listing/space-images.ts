import { removeFile, uploadFile } from '#web/data/upload-file.ts'

const bucket = 'spaces'

/**
 * Uploads a picture of a space under a random name with its own extension and answers its public
 * URL. `onProgress` is told the uploaded share, 0 to 1.
 */
export function uploadSpaceImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const name = `${crypto.randomUUID()}${extensionOf(file.name)}`
  return uploadFile({ bucket, name, file, onProgress, signal })
}

function extensionOf(fileName: string): string {
  return /\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0].toLowerCase() ?? ''
}

/** Removes a picture that was uploaded and is not used after all. A failure leaves it unused. */
export function removeSpaceImage(url: string): Promise<void> {
  return removeFile(bucket, url)
}
