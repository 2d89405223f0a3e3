import { query } from './database.ts'
import { removeCardsOf } from './saved-cards.ts'
import { removeFiles, serviceClient, type StoredFile } from './supabase.ts'

/**
 * Deletes the saved cards, files and sign-in data of a deleted account. Safe to repeat after a
 * crash.
 */
export async function finishDeletion(userId: string): Promise<void> {
  await removeCardsOf(userId)
  await removeFilesOf(userId)
  const { error } = await serviceClient().auth.admin.deleteUser(userId, true)
  if (error && error.code !== 'user_not_found') throw error
  await query`select finish_account_deletion(p_user_id => ${userId})`
}

async function removeFilesOf(userId: string): Promise<void> {
  let files = await filesOf(userId)
  while (files.length > 0) {
    await removeFiles(files)
    const left = await filesOf(userId)
    const removed = new Set(files.map(({ bucket_id, name }) => `${bucket_id}/${name}`))
    if (left.some(({ bucket_id, name }) => removed.has(`${bucket_id}/${name}`)))
      throw new Error('storage reported files as deleted but still lists them')
    files = left
  }
}

const filesOf = (userId: string) =>
  query<StoredFile>`select bucket_id, name from files_of_user(p_user_id => ${userId}) limit 1000`
