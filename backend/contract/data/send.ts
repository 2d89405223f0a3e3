import type { Archive } from './archive.ts'

/** Sends a request body; values other than strings are encoded as JSON. */
export function senderTo(archive: () => Archive) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    archive().fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
}

export const represented = { prefer: 'return=representation' }
