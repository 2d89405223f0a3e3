/** The last query in the URL of each list, by the path of the list. A reload clears it. */
const searches = new Map<string, string>()

/**
 * Stores the query string of a list's URL. The "Back to" links of the list's records append it.
 */
export function rememberListSearch(path: string, search: string): void {
  searches.set(path, search)
}

/** Returns the path of a list with its last query. */
export function listPath(path: string): string {
  return path + (searches.get(path) ?? '')
}
