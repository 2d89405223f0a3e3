import type { ServerOptions } from 'node:http'

/** Time limits of an HTTP server, in milliseconds. */
export type HttpTimeouts = {
  /** Time in which the headers of a request must arrive. */
  headersMs: number
  /** Time in which a request and its body must arrive. Slow uploads are legitimate. */
  requestMs: number
  /** Interval in which a request body must complete or grow by 16 KiB. */
  bodyMs: number
}

export const defaultTimeouts: HttpTimeouts = {
  headersMs: 60_000,
  requestMs: 3_600_000,
  bodyMs: 30_000,
}

/** Node checks `headersTimeout` and `requestTimeout` only periodically, every 30 s by default. */
export function nodeTimeouts({ headersMs, requestMs }: HttpTimeouts): ServerOptions {
  return {
    // Node refuses a limit of headers above the limit of requests.
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs / 4, 30_000),
  }
}
