import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'

const gzipBytes = promisify(gzip)
const gzipLevel = 4
/** JSON below this size in bytes is not compressed, because it fits into one network packet. */
const minBytes = 1_000

/** Compresses HTML and JSON. Unlike hono/compress, it flushes each chunk of streamed HTML. */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return response
  const { headers } = response
  if (headers.has('content-encoding')) return response
  const type = headers.get('content-type') ?? ''
  const isHtml = type.startsWith('text/html')
  if (!isHtml && !/^application\/(.+\+)?json/.test(type)) return response
  if (!isHtml && Number(headers.get('content-length') ?? Infinity) < minBytes) return response
  // Checks `body` last, because reading this property turns a buffered response into a stream.
  if (!response.body) return response
  return isHtml ? compressStream(response) : compressBytes(response)
}

function compressStream(response: Response): Response {
  const encoder = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(response.body as ReadableStream)
  // Forwards errors and cancellation between the streams, because the method `pipe` does not.
  source.on('error', (error) => encoder.destroy(error))
  encoder.on('close', () => source.destroy())
  return withGzipHeaders(response, Readable.toWeb(source.pipe(encoder)) as unknown as BodyInit)
}

async function compressBytes(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength < minBytes) return new Response(bytes, response)
  return withGzipHeaders(response, await gzipBytes(bytes, { level: gzipLevel }))
}

function withGzipHeaders(response: Response, body: BodyInit): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
