import { isRouteErrorResponse } from 'react-router'

/**
 * Message of the error that React Router sends to browsers in place of a server error, which the
 * server has already reported.
 */
const serverErrorMessage = 'Unexpected Server Error'

/**
 * Returns true for errors that must not be reported: responses below 500, aborted requests, and
 * errors that the server has reported.
 */
export function isExpected(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status < 500
  if (error instanceof Response) return error.status < 500
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || error.message === serverErrorMessage
}

/**
 * Converts a thrown object with a message, such as an error of supabase-js, to an Error. Uses the
 * code of a data API error as its name, so that reports are grouped by code.
 */
export function asError(thrown: unknown): unknown {
  if (typeof thrown !== 'object' || thrown === null) return thrown
  if (isRouteErrorResponse(thrown)) return new Error(`${thrown.status} ${thrown.statusText}`)
  const { message, code } = thrown as { message?: unknown; code?: unknown }
  if (thrown instanceof Error && thrown.name !== 'PostgrestError') return thrown
  if (typeof message !== 'string') return thrown
  const error = thrown instanceof Error ? thrown : new Error(message)
  return Object.assign(error, { name: typeof code === 'string' && code !== '' ? code : 'Error' })
}
