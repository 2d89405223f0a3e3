import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { publicEnvironment } from './data/backend.server.ts'
import { isExpected } from './monitoring/expected.ts'
import { securityHeaders } from './security-headers.server.ts'

export { connectBackend } from './data/backend.server.ts'

let report: (error: unknown) => void = () => {}

/** Sets the function that reports unexpected page errors. These errors are also logged. */
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

/**
 * Renders an HTML document. Waits for the complete body, because the headers contain the hashes of
 * its inline scripts.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let finalStatus = status
  let shellReady = false
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      // Inlines all content that is ready, so that it is visible without JavaScript.
      progressiveChunkSize: Infinity,
      onError(error) {
        finalStatus = 500
        // Before the shell has rendered, React passes errors to `handleError` instead.
        if (shellReady) handlePageError(error)
      },
    },
  )
  shellReady = true
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (import.meta.env.PROD)
    for (const [name, value] of Object.entries(securityHeaders(html, publicEnvironment())))
      headers.set(name, value)
  if (finalStatus !== 200 || request.method === 'POST') headers.set('Cache-Control', 'no-store')
  const body = request.method === 'HEAD' ? null : html
  return new Response(body, { status: finalStatus, headers })
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) handlePageError(error)
}
