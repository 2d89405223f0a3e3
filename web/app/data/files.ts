import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import { sessionToken } from './browser-client.ts'

type Upload = {
  bucket: string
  name: string
  file: Blob
  contentType?: string
  onProgress: (share: number) => void
  signal: AbortSignal
}

async function openBucket(bucket: string, send?: typeof fetch) {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(serviceUrl('storage'), {}, fetchAs(sessionToken, send)).from(bucket)
}

/**
 * Uploads a file as the signed-in user and returns its public URL. If page and backend share an
 * origin, returns only the URL's path, which is valid under every host name of the site.
 */
export async function uploadFile(upload: Upload): Promise<string> {
  const { bucket, name, file, contentType = file.type, onProgress, signal } = upload
  // Uses `fetchWithProgress`, because the browser's `fetch` does not report upload progress.
  const files = await openBucket(bucket, fetchWithProgress(onProgress, signal))
  const { error } = await files.upload(name, file, { contentType, cacheControl: '31536000' })
  if (error) throw error
  const url = new URL(files.getPublicUrl(name).data.publicUrl)
  return url.origin === location.origin ? url.pathname : url.href
}

/** Uploads a file to a private bucket as the signed-in user and returns its path. */
export async function uploadPrivateFile(
  bucket: string,
  name: string,
  file: Blob,
  send?: typeof fetch,
): Promise<string> {
  const files = await openBucket(bucket, send)
  const { error } = await files.upload(name, file, { contentType: file.type })
  if (error) throw error
  return name
}

/** Returns the URL of a scaled copy of a private image. The URL expires after an hour. */
export async function signedThumbnail(
  bucket: string,
  path: string,
  width: number,
): Promise<string> {
  const files = await openBucket(bucket)
  const { data, error } = await files.createSignedUrl(path, 3600, { transform: { width } })
  if (error) throw error
  return data.signedUrl
}

/** Returns links to files of a private bucket, keyed by path. The links expire after an hour. */
export async function signedUrls(
  bucket: string,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const { data, error } = await (await openBucket(bucket)).createSignedUrls([...paths], 3600)
  if (error) throw error
  return Object.fromEntries(
    data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])),
  )
}

/**
 * Deletes the file with the public URL `url` from the bucket. Does nothing if the URL belongs to no
 * file of the bucket.
 */
export async function removeFile(bucket: string, url: string): Promise<void> {
  const [, name] = url.split(`/object/public/${bucket}/`)
  if (!name) return
  await (await openBucket(bucket)).remove([decodeURIComponent(name)])
}
