import { serviceClient } from './supabase.ts'

/** An object of the storage. */
export type StoredFile = { bucket_id: string; name: string }

/** Removes files through the storage, which takes their bytes along. Throws its refusal. */
export async function removeFiles(files: readonly StoredFile[]): Promise<void> {
  const { storage } = serviceClient()
  for (const [bucket, inBucket] of Map.groupBy(files, ({ bucket_id }) => bucket_id)) {
    const { error } = await storage.from(bucket).remove(inBucket.map(({ name }) => name))
    if (error) throw error
  }
}
