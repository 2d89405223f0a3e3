/** A file about to be answered with. */
type ServedFile = {
  size: number
  contentType: string
  etag: string
  lastModified: Date
  cacheControl: string
  /** Name for a download that gives none itself. */
  name: string
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): ReadableStream<Uint8Array>
  headers?: Record<string, string>
}

/**
 * A GET or HEAD answer with validators, ranges and download names. What people uploaded is served
 * so that no browser runs it: its type is final and it stands in a sandbox of its own.
 */
export function fileResponse(request: Request, file: ServedFile): Response {
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Cache-Control': file.cacheControl,
    ETag: file.etag,
    'Last-Modified': file.lastModified.toUTCString(),
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...file.headers,
  })
  const disposition = dispositionOf(new URL(request.url).searchParams.get('download'), file.name)
  if (disposition) headers.set('Content-Disposition', disposition)
  if (isUnchanged(request.headers, file)) {
    headers.delete('Content-Type')
    return new Response(null, { status: 304, headers })
  }
  const range = rangeOf(request.headers, file)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.size}`)
  headers.set('Content-Length', String(end - start + 1))
  const isBodyless = request.method === 'HEAD' || file.size === 0
  return new Response(isBodyless ? null : file.read(start, end), {
    status: range ? 206 : 200,
    headers,
  })
}

function dispositionOf(download: string | null, ownName: string): string | null {
  if (download === null) return null
  return `attachment; filename*=UTF-8''${encodeURIComponent(download || ownName)}`
}

function isUnchanged(headers: Headers, file: ServedFile): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) {
    return tags.split(',').some((tag) => {
      const bare = tag.trim().replace(/^W\//, '')
      return bare === '*' || bare === file.etag
    })
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return Math.floor(file.lastModified.getTime() / 1000) * 1000 <= since
}

/** The one range asked for; null when there is none or the file has changed since. */
function rangeOf(
  headers: Headers,
  file: ServedFile,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const condition = headers.get('if-range')
  if (condition && condition !== file.etag && Date.parse(condition) < file.lastModified.getTime()) {
    return null
  }
  const isSuffix = match[1] === ''
  const start = isSuffix ? Math.max(0, file.size - Number(match[2])) : Number(match[1])
  const end =
    isSuffix || match[2] === '' ? file.size - 1 : Math.min(Number(match[2]), file.size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
