/** Where a read's answer can be had again: the relation and the query with its keys in order. */
export function contentLocation(name: string, params: URLSearchParams): string {
  const pairs = [...params].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const query = pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
  return `/${encode(name)}${query === '' ? '' : '?'}${query}`
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
