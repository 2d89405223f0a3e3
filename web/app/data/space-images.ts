import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { browserClient } from './browser-client.ts'
import { environment } from './environment.ts'

const bucket = 'spaces'

/**
 * Uploads a picture of a space under a random name with its own extension and answers its public
 * URL. `onProgress` is told the uploaded share, 0 to 1.
 */
export async function uploadSpaceImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
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
  const name = `${crypto.randomUUID()}${extensionOf(file.name)}`
  const { error } = await uploader.storage
    .from(bucket)
    .upload(name, file, { contentType: file.type, cacheControl: '31536000' })
  if (error) throw error
  return client.storage.from(bucket).getPublicUrl(name).data.publicUrl
}

function extensionOf(fileName: string): string {
  return /\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0].toLowerCase() ?? ''
}

/** Removes a picture that was uploaded and is not used after all. A failure leaves it unused. */
export async function removeSpaceImage(url: string): Promise<void> {
  const name = url.split(`/${bucket}/`).at(-1)
  if (!name) return
  const client = await browserClient()
  await client.storage.from(bucket).remove([name])
}
