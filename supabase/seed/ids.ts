import { createHash } from 'node:crypto'

/** Returns a UUID derived from a hash of `words`. Equal words give equal ids. */
export function idOf(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
