import type { ServerOptions } from 'node:http'

/** Time limits of an HTTP server, in milliseconds. */
export type HttpTimeouts = {
  /** Time limit for the headers of a request to arrive. */
  headersMs: number
  /** Time limit for a request and its body to arrive; long, because large uploads may be slow. */
  requestMs: number
  /** Interval in which a request body must complete or grow by 16 KiB, and a response be taken. */
  bodyMs: number
}

export const defaultTimeouts: HttpTimeouts = {
  headersMs: 60_000,
  requestMs: 3_600_000,
  bodyMs: 30_000,
}

/**
 * Returns Node's timeout options. Node checks timeouts only periodically, by default every 30 s.
 */
export function nodeTimeouts({ headersMs, requestMs }: HttpTimeouts): ServerOptions {
  return {
    // Node refuses a `headersTimeout` longer than `requestTimeout`.
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs / 4, 30_000),
  }
}
