import { ApiError } from '../respond/errors.ts'

/** Bytes of the largest body accepted. */
const bodyLimit = 10 * 1024 * 1024

/** The body as text. Throws ApiError 413 as soon as it is known to be too large. */
export async function readBody(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > bodyLimit) throw tooLarge()
    return request.text()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(): ApiError {
  return new ApiError(413, '413', 'The body is larger than 10 MB')
}
