import { isUtf8 } from 'node:buffer'
import { BodyTooLargeError, readBytes } from '#backend/platform/body.ts'
import { ApiError, bodyError } from '../respond/errors.ts'

/** Bytes of the largest body accepted. */
const bodyLimit = 10 * 1024 * 1024

/** The body's bytes. Throws ApiError 413 as soon as it is known to be too large. */
export async function readBody(request: Request): Promise<Buffer> {
  try {
    return await readBytes(request, bodyLimit)
  } catch (error) {
    throw error instanceof BodyTooLargeError ? tooLarge() : error
  }
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
