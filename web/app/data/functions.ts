import { FunctionsClient } from '@supabase/functions-js'
import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { fetchAs, serviceUrl } from './backend-fetch.ts'
import { sessionToken } from './browser-client.ts'

/**
 * A function of the backend has refused. `message` is its own text, empty when it gave none;
 * `field` the field of a form that it refuses.
 */
export class FunctionRefusal extends Error {
  override readonly name = 'FunctionRefusal'
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined

  constructor(message: string, status: number, code?: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

/**
 * Calls an edge function as the signed-in person, or with another `send`. Throws FunctionRefusal with
 * the `error` field of its answer, or whatever stopped the call from getting there.
 */
export async function callFunction<Answer>(
  name: string,
  body: object,
  send: typeof fetch = fetchAs(sessionToken),
): Promise<Answer> {
  const functions = new FunctionsClient(serviceUrl('functions'), { customFetch: send })
  const { data, error } = await functions.invoke<Answer>(name, { body })
  if (!error) return data as Answer

  const response: unknown = (error as { context?: unknown }).context
  if (!(response instanceof Response)) throw error
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (name: string) => {
    const value = answer?.[name]
    return typeof value === 'string' ? value : undefined
  }
  throw new FunctionRefusal(text('error') ?? '', response.status, text('code'), text('field'))
}

type Upload = {
  bucket: string
  name: string
  file: Blob
  /** MIME type; what the file says of itself by default. */
  contentType?: string
  /** Told the uploaded share, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** A bucket as the signed-in person. Its library is fetched for the first file. */
async function openBucket(bucket: string, send?: typeof fetch) {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(serviceUrl('storage'), {}, fetchAs(sessionToken, send)).from(bucket)
}

/** Uploads a file as the signed-in person and answers its public URL. Throws the storage's refusal. */
export async function uploadFile(upload: Upload): Promise<string> {
  const { bucket, name, file, contentType = file.type, onProgress, signal } = upload
  // The browser's own fetch cannot tell how far an upload is.
  const files = await openBucket(bucket, fetchWithProgress(onProgress, signal))
  const { error } = await files.upload(name, file, { contentType, cacheControl: '31536000' })
  if (error) throw error
  return files.getPublicUrl(name).data.publicUrl
}

/** Removes an own file by its public URL; one that is not in this bucket is left alone. */
export async function removeFile(bucket: string, url: string): Promise<void> {
  const [, name] = url.split(`/object/public/${bucket}/`)
  if (!name) return
  await (await openBucket(bucket)).remove([decodeURIComponent(name)])
}
