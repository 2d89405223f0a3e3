import { isUtf8 } from 'node:buffer'
import { ApiError, bodyError } from '../respond/errors.ts'

/** Bytes of the largest body accepted. */
const bodyLimit = 10 * 1024 * 1024

/** The body's bytes. Throws ApiError 413 as soon as it is known to be too large. */
export async function readBody(request: Request): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > bodyLimit) throw tooLarge()
    return Buffer.from(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as text. Throws ApiError PGRST102 for bytes that are not UTF-8. */
export function bodyText(body: Buffer): string {
  if (!isUtf8(body)) throw bodyError('The body is not valid UTF-8')
  return body.toString('utf8')
}

/** The media type of a `Content-Type`, without its parameters; JSON when there is none. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() || 'application/json'
}

function tooLarge(): ApiError {
  return new ApiError(413, '413', 'The body is larger than 10 MB')
}
