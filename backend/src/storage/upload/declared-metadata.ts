import { invalidRequest } from '#backend/storage/errors.ts'

/** Metadata that the client declares. It is checked only for safe use in response headers. */
export type DeclaredMetadata = {
  declaredType: string
  cacheControl: string
  /** Content encoding such as `gzip`, or null if the content is not encoded. */
  contentEncoding: string | null
  userMetadata: Record<string, unknown> | null
}

export function parseType(header: string | null): string {
  const type = header?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+([ \t]*;[ -~]*)?$/.test(type) ? type : 'application/octet-stream'
}

/** Parses a Cache-Control header or a number of seconds. Invalid values become "no-cache". */
export function parseCacheControl(text: string | null): string {
  const value = text?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,200}$/.test(value) ? value : 'no-cache'
}

/** Parses a Content-Encoding such as "br, gzip". Throws StorageError for unknown encodings. */
export function parseEncoding(text: string | null): string | null {
  const value = text?.trim().toLowerCase() ?? ''
  if (value === '' || value === 'identity') return null
  if (/^(gzip|br|deflate|zstd)(, ?(gzip|br|deflate|zstd))*$/.test(value)) return value
  throw invalidRequest(`${value} is not a content encoding`)
}

const maxMetadataDepth = 64

/** Parses custom metadata: empty or a JSON object with at most 64 levels. Throws StorageError. */
export function parseMetadata(text: string): Record<string, unknown> | null {
  if (text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (isObject && !isDeeper(value, maxMetadataDepth)) return value as Record<string, unknown>
  } catch {
    // Invalid JSON causes the same error as JSON that is not an object.
  }
  throw invalidRequest('The metadata is not a JSON object')
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
