/** Thrown while reading a body that is larger than allowed. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('Request body is too large')
  }
}

/** The body as text, read no further than `limitBytes`. Throws BodyTooLargeError. */
export async function readText(request: Request, limitBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length')) > limitBytes) throw new BodyTooLargeError()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limitBytes) throw new BodyTooLargeError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The body as JSON, an empty one as `{}`. Throws BodyTooLargeError, and SyntaxError for what is
 * not JSON.
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const text = await readText(request, limitBytes)
  return text.trim() === '' ? {} : JSON.parse(text)
}
