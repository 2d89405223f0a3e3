/** The last query string of each list's URL, by the list's path. A reload of the page clears it. */
const searches = new Map<string, string>()

/**
 * Stores the query string of a list's URL. The "Back to" link on the page of a record appends it to
 * the list's path.
 */
export function rememberListSearch(path: string, search: string): void {
  searches.set(path, search)
}

/** Returns the path of a list with its last query. */
export function listPath(path: string): string {
  return path + (searches.get(path) ?? '')
}
