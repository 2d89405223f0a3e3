/** Returns a `fetch` for uploads that reports upload progress from 0 to 1. */
export function fetchWithProgress(
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : input
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', url)
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total)
      })
      request.addEventListener('load', () =>
        resolve(
          new Response(request.response as ArrayBuffer, {
            status: request.status,
            statusText: request.statusText,
            headers: headersOf(request),
          }),
        ),
      )
      request.addEventListener('error', () => reject(new TypeError('The connection was lost')))
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.responseType = 'arraybuffer'
      request.send((init?.body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
