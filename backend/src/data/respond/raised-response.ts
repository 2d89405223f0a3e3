import { ApiError } from './errors.ts'
import { isStatus } from './raised-answer.ts'

/** The status that SQL set in `response.status`. Throws ApiError PGRST112. */
export function raisedStatus(text: string): number {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (isStatus(status)) return status
  throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/**
 * Adds the headers that SQL set in `response.headers`, each instead of the response's own; one named
 * several times, such as Set-Cookie, is sent as often. Throws ApiError PGRST111.
 */
export function raisedHeaders(text: string, headers: Headers): void {
  const replaced = new Set<string>()
  try {
    for (const each of JSON.parse(text) as unknown[]) {
      const [entry, ...more] = typeof each === 'object' ? Object.entries(each ?? {}) : []
      if (!entry || more.length > 0 || typeof entry[1] !== 'string') throw new TypeError()
      const [name, value] = [entry[0].toLowerCase(), entry[1]]
      if (replaced.has(name)) headers.append(name, value)
      else headers.set(name, value)
      replaced.add(name)
    }
  } catch {
    throw new ApiError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
}
