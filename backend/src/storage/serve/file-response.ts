type ServedFile = {
  size: number
  contentType: string
  contentEncoding?: string | undefined
  etag: string
  lastModified: Date
  cacheControl: string
  /** Default file name of a download. */
  name: string
  exists(): Promise<boolean>
  /** Reads bytes `start` to `end`, both inclusive. Returns null if the content is missing. */
  read(start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  headers?: Record<string, string>
}

/**
 * Responds to GET or HEAD. Returns null if the content is missing. The CSP header blocks scripts in
 * uploaded files.
 */
export async function fileResponse(request: Request, file: ServedFile): Promise<Response | null> {
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Cache-Control': file.cacheControl,
    ETag: file.etag,
    'Last-Modified': file.lastModified.toUTCString(),
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...(file.contentEncoding && { 'Content-Encoding': file.contentEncoding }),
    ...file.headers,
  })
  const disposition = dispositionOf(new URL(request.url).searchParams.get('download'), file.name)
  if (disposition) headers.set('Content-Disposition', disposition)
  if (isUnchanged(request.headers, file)) {
    headers.delete('Content-Type')
    headers.delete('Content-Encoding')
    return new Response(null, { status: 304, headers })
  }
  const range = request.method === 'GET' ? rangeOf(request.headers, file) : null
  if (range === 'unsatisfiable') {
    headers.delete('Content-Encoding')
    headers.set('Content-Range', `bytes */${file.size}`)
    headers.set('Content-Length', '0')
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.size}`)
  headers.set('Content-Length', String(end - start + 1))
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || file.size === 0) {
    return (await file.exists()) ? new Response(null, { status, headers }) : null
  }
  const body = await file.read(start, end)
  return body && new Response(body, { status, headers })
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
  return inSeconds(file.lastModified) <= Date.parse(headers.get('if-modified-since') ?? '')
}

/** Rounds a date down to whole seconds, because HTTP dates have no fractions. */
function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000
}

/** Parses a Range header. Returns null if it is missing, invalid or excluded by `If-Range`. */
function rangeOf(
  headers: Headers,
  file: ServedFile,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (!ifRangeMatches(headers.get('if-range'), file)) return null
  const isSuffix = match[1] === ''
  const start = isSuffix ? Math.max(0, file.size - Number(match[2])) : Number(match[1])
  const end =
    isSuffix || match[2] === '' ? file.size - 1 : Math.min(Number(match[2]), file.size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

function ifRangeMatches(condition: string | null, file: ServedFile): boolean {
  if (condition === null) return true
  if (/^(W\/)?"/.test(condition)) return condition === file.etag
  return Date.parse(condition) === inSeconds(file.lastModified)
}
