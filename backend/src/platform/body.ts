export class BodyTooLargeError extends Error {
  constructor() {
    super('Request body is too large')
  }
}

export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > limitBytes) throw new BodyTooLargeError()
    // Does not count the body's bytes, because the HTTP server delivers at most the declared
    // Content-Length.
    return Buffer.from(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw new BodyTooLargeError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function readText(request: Request, limitBytes: number): Promise<string> {
  return (await readBytes(request, limitBytes)).toString('utf8')
}

/** Parses a JSON body. An empty body is `{}`. Throws BodyTooLargeError or SyntaxError. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const text = await readText(request, limitBytes)
  return text.trim() === '' ? {} : JSON.parse(text)
}
