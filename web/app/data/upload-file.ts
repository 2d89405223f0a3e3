import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { browserClient } from './browser-client.ts'
import { environment } from './environment.ts'

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

/** Uploads a file as the signed-in person and answers its public URL. Throws the storage's refusal. */
export async function uploadFile(upload: Upload): Promise<string> {
  const { bucket, name, file, contentType = file.type, onProgress, signal } = upload
  const [client, { createClient }] = await Promise.all([
    browserClient(),
    import('@supabase/supabase-js'),
  ])
  const { supabaseUrl, supabaseAnonKey } = environment()
  // The browser's own fetch cannot tell how far an upload is, so this client brings another.
  const uploader = createClient(new URL(supabaseUrl, location.origin).href, supabaseAnonKey, {
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token ?? null,
    global: { fetch: fetchWithProgress(onProgress, signal) },
  })
  const { error } = await uploader.storage
    .from(bucket)
    .upload(name, file, { contentType, cacheControl: '31536000' })
  if (error) throw error
  return client.storage.from(bucket).getPublicUrl(name).data.publicUrl
}

/** Removes an own file by its public URL; one that is not in this bucket is left alone. */
export async function removeFile(bucket: string, url: string): Promise<void> {
  const [, name] = url.split(`/object/public/${bucket}/`)
  if (!name) return
  const client = await browserClient()
  await client.storage.from(bucket).remove([decodeURIComponent(name)])
}
