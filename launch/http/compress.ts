import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'

const gzipBytes = promisify(gzip)
const gzipLevel = 4
/** Below this an answer fits one packet anyway. */
const worthBytes = 1_000

/**
 * Compresses HTML and JSON for clients that accept gzip. HTML streams: each piece the renderer hands over is flushed
 * at once. Everything else, and what is encoded already, passes unchanged.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return response
  const { headers } = response
  if (headers.has('content-encoding')) return response
  const type = headers.get('content-type') ?? ''
  const isHtml = type.startsWith('text/html')
  if (!isHtml && !/^application\/(.+\+)?json/.test(type)) return response
  if (!isHtml && Number(headers.get('content-length') ?? Infinity) < worthBytes) return response
  // Asked last: whoever looks at a body makes a stream of what were bytes until then.
  if (!response.body) return response
  return isHtml ? streamed(response) : whole(response)
}

function streamed(response: Response): Response {
  const encoder = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(response.body as ReadableStream)
  // `pipe` tells neither side of the other's end.
  source.on('error', (error) => encoder.destroy(error))
  encoder.on('close', () => source.destroy())
  return encoded(response, Readable.toWeb(source.pipe(encoder)) as unknown as BodyInit)
}

async function whole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength < worthBytes) return new Response(bytes, response)
  return encoded(response, await gzipBytes(bytes, { level: gzipLevel }))
}

function encoded(response: Response, body: BodyInit): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
