import { invalidRequest } from '#backend/storage/errors.ts'

/** What the sender of a file says about it; checked only so far that it can stand in a header. */
export type Declared = {
  declaredType: string
  cacheControl: string
  /** How the bytes are encoded as they lie there, e.g. `gzip`; null for plain ones. */
  contentEncoding: string | null
  userMetadata: Record<string, unknown> | null
}

export function parseType(header: string | null): string {
  const type = header?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+([ \t]*;[ -~]*)?$/.test(type) ? type : 'application/octet-stream'
}

/** "3600" (as in a form) or a header's value; what cannot stand in a header means "no-cache". */
export function parseCacheControl(text: string | null): string {
  const value = text?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'
}

/** "gzip", "br, gzip"; nothing for what no browser could decode. Throws StorageError. */
export function parseEncoding(text: string | null): string | null {
  const value = text?.trim().toLowerCase() ?? ''
  if (value === '' || value === 'identity') return null
  if (/^(gzip|br|deflate|zstd)(, ?(gzip|br|deflate|zstd))*$/.test(value)) return value
  throw invalidRequest(`${value} is not a content encoding`)
}

const deepestMetadata = 64

/** Nothing for an empty text. Throws StorageError for what is no JSON object, or nested deeper than one needs. */
export function parseMetadata(text: string): Record<string, unknown> | null {
  if (text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (isObject && !isDeeper(value, deepestMetadata)) return value as Record<string, unknown>
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw invalidRequest('The metadata is not a JSON object')
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
