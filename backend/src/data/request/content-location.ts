/** Where a read's answer can be had again: the relation and the query with its keys in order. */
export function contentLocation(name: string, params: URLSearchParams): string {
  if (params.size === 0) return `/${encodeURIComponent(name)}`
  const sorted = new URLSearchParams(params)
  sorted.sort()
  const query = sorted.toString().replace(/[+*]/g, (each) => (each === '+' ? '%20' : '%2A'))
  return `/${encodeURIComponent(name)}?${query}`
}
