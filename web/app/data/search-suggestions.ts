import type { Client } from './client.ts'

export type SearchSuggestion = {
  kind: 'place' | 'type' | 'space'
  label: string
  detail: string
  /**
   * `value` is the search text of a place, the name of a space type, or the slug or id of a space.
   */
  value: string
}

/** Returns at most 8 suggestions for an incomplete search text. */
export async function searchSuggestions(client: Client, text: string): Promise<SearchSuggestion[]> {
  const { data } = await client
    .rpc('search_suggestions', { search: text }, { get: true })
    .throwOnError()
  return data as SearchSuggestion[]
}
