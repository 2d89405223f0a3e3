/** Where a read's answer can be had again: the relation and the query with its keys in order. */
export function contentLocation(name: string, params: URLSearchParams): string {
  if (params.size === 0) return `/${encodeURIComponent(name)}`
  const sorted = params.size === 1 ? params : new URLSearchParams(params)
  if (params.size > 1) sorted.sort()
  const query = sorted.toString().replace(/[+*]/g, (each) => (each === '+' ? '%20' : '%2A'))
  return `/${encodeURIComponent(name)}?${query}`
}
