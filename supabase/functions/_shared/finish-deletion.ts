import { removeFiles, type StoredFile } from './remove-files.ts'
import { step } from './steps.ts'
import { serviceClient } from './supabase.ts'

/**
 * Removes what an erased person left outside the transaction that erased them: files in the
 * storage, and what the sign-in service keeps. Safe to repeat after a crash at any line.
 */
export async function finishDeletion(userId: string): Promise<void> {
  await removeFilesOf(userId)
  const { error } = await serviceClient().auth.admin.deleteUser(userId, true)
  if (error && error.code !== 'user_not_found') throw error
  await step<void>('finish_account_deletion', { p_user_id: userId })
}

async function removeFilesOf(userId: string): Promise<void> {
  let files = await filesOf(userId)
  while (files.length > 0) {
    await removeFiles(files)
    // As many may be left as were handed out before, though never the same.
    const left = await filesOf(userId)
    const removed = new Set(files.map(({ bucket_id, name }) => `${bucket_id}/${name}`))
    if (left.some(({ bucket_id, name }) => removed.has(`${bucket_id}/${name}`)))
      throw new Error('the storage keeps files it was told to remove')
    files = left
  }
}

/** The oldest files of a person, as many as the data service hands out at once. */
const filesOf = (userId: string) => step<StoredFile[]>('files_of_user', { p_user_id: userId })
