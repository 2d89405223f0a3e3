/** Content encodings in order of preference. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** A response body in memory, with its compressed copies. */
export type EncodedBody = {
  /** Headers of every response, with lower-case names. */
  headers: Record<string, string>
  /** Hash of the bytes, from which the ETag of each encoding is made. */
  hash: string
  bytes: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
}

/** Returns the best of the `available` encodings that the client accepts. */
export function acceptedEncoding(
  request: Request,
  isAvailable: (encoding: Encoding) => boolean,
): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return encodings.find((name) => isAvailable(name) && accepted.includes(name))
}

/** Responds with the body in the given encoding, or with 304 if the client has it. */
export function respondWith(
  request: Request,
  { headers, hash, bytes, encoded }: EncodedBody,
  encoding: Encoding | undefined,
): Response {
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
  const own = { ...headers, etag, vary: 'accept-encoding' }
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers: own })
  const body = (encoding && encoded[encoding]) ?? bytes
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...own,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}
