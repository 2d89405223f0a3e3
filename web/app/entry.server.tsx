import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { publicEnvironment } from './data/backend.server.ts'
import { isExpected } from './monitoring/expected.ts'
import { securityHeaders } from './security-headers.server.ts'

export { connectBackend } from './data/backend.server.ts'

let report: (error: unknown) => void = () => {}

/**
 * Sets the listener for unexpected errors in loaders, actions and page rendering. These errors are
 * also logged.
 */
export function reportErrorsTo(listener: typeof report): void {
  report = listener
}

function handlePageError(error: unknown): void {
  if (isExpected(error)) return
  console.error(error)
  report(error)
}

/** Milliseconds after which React Router aborts pending loaders. */
export const streamTimeout = 5_000

/** Renders the whole page before it responds, because the headers contain inline script hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let finalStatus = status
  const bytes = await renderToBytes(<ServerRouter context={context} url={request.url} />, () => {
    finalStatus = 500
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (import.meta.env.PROD)
    for (const [name, value] of Object.entries(
      securityHeaders(bytes.toString(), publicEnvironment()),
    ))
      headers.set(name, value)
  if (finalStatus !== 200 || request.method === 'POST') headers.set('Cache-Control', 'no-store')
  const body = request.method === 'HEAD' ? null : bytes
  return new Response(body, { status: finalStatus, headers })
}

/** Renders a page. Calls `onError` on each error. Errors in the shell also reject the promise. */
function renderToBytes(page: ReactNode, onError: () => void): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const body = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return new Promise((resolve, reject) => {
    let shellReady = false
    const { pipe, abort } = renderToPipeableStream(page, {
      // By default, React sends large content at the end of the HTML and moves it with a script.
      progressiveChunkSize: Infinity,
      onShellReady: () => (shellReady = true),
      onShellError: reject,
      onAllReady: () => pipe(body),
      onError(error) {
        onError()
        // Skips errors in the shell. They reject the promise, and React Router then passes them to
        // `handleError`.
        if (shellReady) handlePageError(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
    body.on('close', () => clearTimeout(timer))
    body.on('finish', () => resolve(Buffer.concat(chunks)))
  })
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) handlePageError(error)
}
