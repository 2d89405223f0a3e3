import { isRouteErrorResponse } from 'react-router'

/** The router's words in a browser for what failed on the server, where it has been reported. */
const toldByServer = 'Unexpected Server Error'

/**
 * Whether an error is part of the product (a missing page, a refusal, a visit that was broken off) or
 * known already, and so nothing to report.
 */
export function isExpected(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status < 500
  if (error instanceof Response) return error.status < 500
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || error.message === toldByServer
}

/** What to report for something thrown that is no Error, such as supabase-js's `{ message }`. */
export function asError(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== 'object' || thrown === null) return thrown
  if (isRouteErrorResponse(thrown)) return new Error(`${thrown.status} ${thrown.statusText}`)
  const { message, code } = thrown as { message?: unknown; code?: unknown }
  if (typeof message !== 'string') return thrown
  return Object.assign(new Error(message), { name: typeof code === 'string' ? code : 'Error' })
}
