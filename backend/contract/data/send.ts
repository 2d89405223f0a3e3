import type { Archive } from './archive.ts'

/**
 * Returns a function that sends requests to the data API of an archive. Encodes bodies other than
 * strings as JSON.
 */
export function senderTo(archive: () => Archive) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    archive().fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
}

export const represented = { prefer: 'return=representation' }
