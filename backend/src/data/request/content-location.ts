/** Clients and proxies break off an answer whose headers are long, and nobody needs this one. */
const longest = 2000

/**
 * Where a read's answer can be had again: the relation and the query with its keys in order. Null
 * where that is too long for a header.
 */
export function contentLocation(name: string, params: URLSearchParams): string | null {
  const sorted = params.size > 1 ? new URLSearchParams(params) : params
  if (params.size > 1) sorted.sort()
  const query = sorted.toString().replace(/[+*]/g, (each) => (each === '+' ? '%20' : '%2A'))
  const location = `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`
  return location.length > longest ? null : location
}
