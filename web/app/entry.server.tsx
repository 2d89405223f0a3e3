import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { isExpected } from './monitoring/expected.ts'

export { connectBackend } from './data/backend.server.ts'

let report: (error: unknown) => void = () => {}

/** Sets a reporter of unexpected page errors, which are also logged. */
export function reportErrorsTo(listener: typeof report): void {
  report = listener
}

function handlePageError(error: unknown): void {
  if (isExpected(error)) return
  console.error(error)
  report(error)
}

/** Timeout in milliseconds after which React Router aborts pending loaders. */
export const streamTimeout = 5_000

const securityHeaders = {
  'Content-Security-Policy':
    "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Renders an HTML document. Browsers receive a stream; crawlers receive the complete HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  let shellReady = false
  let finalStatus = status
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      // Inlines all content that is ready, so that it is visible without JavaScript.
      progressiveChunkSize: Infinity,
      onError(error) {
        finalStatus = 500
        // React passes an error before the shell has rendered to `handleError` instead.
        if (shellReady) handlePageError(error)
      },
    },
  )
  shellReady = true
  if (isbot(request.headers.get('user-agent'))) await stream.allReady
  return new Response(stream, { status: finalStatus, headers })
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) handlePageError(error)
}
