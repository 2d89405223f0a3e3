/** The query of each list's URL when the admin last saw it, until the page is reloaded. */
const searches = new Map<string, string>()

/** Stores the query of a list's URL, for the links that lead back from its records. */
export function rememberListSearch(path: string, search: string): void {
  searches.set(path, search)
}

/** Returns the path of a list with the search that it had last. */
export function listPath(path: string): string {
  return path + (searches.get(path) ?? '')
}
