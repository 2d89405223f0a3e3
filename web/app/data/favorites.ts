import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { type Client, notUnique } from './client.ts'
import { favoritesKey } from './query-client.ts'

export type FavoriteList = {
  id: string
  name: string
  /** `share_key` is the secret part of the public link; null if the list is not shared. */
  share_key: string | null
  /** `space_ids` are the saved spaces, newest first. */
  space_ids: string[]
  /** `unlisted` is the number of saved spaces that are no longer listed but may be listed again. */
  unlisted: number
}

/** Maximum length of a list's name, as in the constraint `favorite_lists_name_present`. */
export const longestListName = 60

export const ownFavoriteLists = (userId: string | undefined) =>
  queryOptions({
    queryKey: favoritesKey(userId),
    queryFn: async () => readLists(await browserClient()),
    enabled: userId !== undefined,
    staleTime: 60_000,
    // Keeps unused lists in the cache, because heart buttons read the cache without subscribing to
    // the query.
    gcTime: Infinity,
  })

async function readLists(client: Client): Promise<FavoriteList[]> {
  const { data } = await client.rpc('own_favorite_lists').throwOnError()
  return data as FavoriteList[]
}

/** Saves a space to a list and returns the list's id. The default list is "Favorites". */
export async function saveFavorite(
  client: Client,
  spaceId: string,
  listId?: string,
): Promise<string> {
  const { data } = await client
    .rpc('save_favorite', {
      p_space_id: spaceId,
      ...(listId && { p_list_id: listId }),
    })
    .throwOnError()
  return data
}

/** Removes a space from one of the user's favorite lists, or from all of them. */
export async function removeFavorite(
  client: Client,
  spaceId: string,
  listId?: string,
): Promise<void> {
  const removal = client.from('favorites').delete().eq('space_id', spaceId)
  await (listId ? removal.eq('list_id', listId) : removal).throwOnError()
}

function throwNameError(error: { code: string }): never {
  if (error.code === notUnique) throw new Error('You already have a list with this name')
  throw error
}

export async function createFavoriteList(client: Client, name: string): Promise<FavoriteList> {
  const { data, error } = await client
    .from('favorite_lists')
    .insert({ name: name.trim() })
    .select('id, name, share_key')
    .single()
  if (error) throwNameError(error)
  return { ...data, space_ids: [], unlisted: 0 }
}

export async function renameFavoriteList(
  client: Client,
  listId: string,
  name: string,
): Promise<void> {
  const { error } = await client
    .from('favorite_lists')
    .update({ name: name.trim() })
    .eq('id', listId)
  if (error) throwNameError(error)
}

export async function deleteFavoriteList(client: Client, listId: string): Promise<void> {
  await client.from('favorite_lists').delete().eq('id', listId).throwOnError()
}

/** Shares a favorite list under a new key. A null key stops the sharing. */
export async function shareFavoriteList(
  client: Client,
  listId: string,
  key: string | null,
): Promise<void> {
  await client.from('favorite_lists').update({ share_key: key }).eq('id', listId).throwOnError()
}

type SharedFavorites = { name: string; space_ids: string[] }

/** Returns the shared favorite list with a key; null if no list has the key. */
export async function sharedFavorites(
  client: Client,
  key: string,
): Promise<SharedFavorites | null> {
  const { data } = await client.rpc('shared_favorites', { p_share_key: key }).throwOnError()
  return data as SharedFavorites | null
}
