const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

type Variant = { bytes: Buffer<ArrayBuffer>; headers: Record<string, string> }

/** A response body in memory with its compressed variants. Each variant has its own strong ETag. */
export class EncodedBody {
  readonly #headers: Record<string, string>
  readonly #hash: string
  readonly #plain: Variant
  readonly #encoded: Partial<Record<Encoding, Variant>> = {}

  constructor(bytes: Buffer<ArrayBuffer>, hash: string, headers: Record<string, string>) {
    this.#headers = { ...headers, vary: 'accept-encoding' }
    this.#hash = hash
    this.#plain = this.#variant(bytes)
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#plain.bytes
  }

  has(encoding: Encoding): boolean {
    return this.#encoded[encoding] !== undefined
  }

  add(encoding: Encoding, bytes: Buffer<ArrayBuffer>): void {
    this.#encoded[encoding] = this.#variant(bytes, encoding)
  }

  /** Responds with the best variant that the client accepts, or with 304 for a matching ETag. */
  respond(request: Request): Response {
    const encoding = acceptedEncoding(request, (name) => this.has(name))
    const { bytes, headers } = (encoding && this.#encoded[encoding]) ?? this.#plain
    if (request.headers.get('if-none-match')?.includes(headers['etag']!))
      return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }

  #variant(bytes: Buffer<ArrayBuffer>, encoding?: Encoding): Variant {
    const headers = {
      ...this.#headers,
      etag: `"${this.#hash}${encoding ? `-${encoding}` : ''}"`,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { bytes, headers }
  }
}

export function acceptedEncoding(
  request: Request,
  isAvailable: (encoding: Encoding) => boolean = () => true,
): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return encodings.find((name) => accepted.includes(name) && isAvailable(name))
}
