/** Maximum size of a web app form in bytes. Storage and edge functions have their own limits. */
const maxFormBytes = 256 * 1024

/**
 * Returns an error response for a form that is too large or chunked, without reading its body;
 * otherwise null.
 */
export function rejectLargeForm({ headers }: Request): Response | null {
  const length = headers.get('content-length')
  if (length === null && headers.has('transfer-encoding'))
    return new Response('A form requires a Content-Length header.', { status: 411 })
  if (Number(length) > maxFormBytes)
    return new Response(`A form may have at most ${maxFormBytes} bytes.`, { status: 413 })
  return null
}
