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
