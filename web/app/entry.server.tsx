import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { pageFailed } from './monitoring/errors.server.ts'

export { connectBackend } from './data/backend.server.ts'
export { reportErrorsTo } from './monitoring/errors.server.ts'

/** After this many milliseconds loaders that are still pending are given up. */
export const streamTimeout = 5_000

/** No other site may frame a page on which people pay, and a page may only be what we sent. */
const protections = {
  'Content-Security-Policy':
    "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Renders one document. People get HTML as it is ready, crawlers get it whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(protections)) headers.set(name, value)
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  let shellReady = false
  let finalStatus = status
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      // All that is ready stands in its place, also for those who run no scripts.
      progressiveChunkSize: Infinity,
      onError(error) {
        finalStatus = 500
        // A failure before the shell rejects the call above and comes to `handleError`.
        if (shellReady) pageFailed(error)
      },
    },
  )
  shellReady = true
  if (isbot(request.headers.get('user-agent'))) await stream.allReady
  return new Response(stream, { status: finalStatus, headers })
}

/** What loaders and pages threw and nobody foresaw; a visitor who left is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) pageFailed(error)
}
