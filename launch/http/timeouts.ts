import type { ServerOptions } from 'node:http'

/** Time limits of an HTTP server, in milliseconds. */
export type HttpTimeouts = {
  headersMs: number
  /** Time limit for a request with its body. It is long, because large uploads may be slow. */
  requestMs: number
  /** Interval in which at least 16 KiB of a body must be received or sent. */
  bodyMs: number
}

export const defaultTimeouts: HttpTimeouts = {
  headersMs: 60_000,
  requestMs: 3_600_000,
  bodyMs: 30_000,
}

/**
 * Milliseconds until an idle connection is closed. Proxies must close idle connections earlier
 * (Caddy after 2 min). Otherwise, a proxy could send a request while the server closes the
 * connection, and the request would fail.
 */
const keepAliveMs = 130_000

/**
 * Returns the timeouts as options of a Node server. Short timeouts are checked more often than
 * Node's default, which is every 30 s.
 */
export function nodeTimeouts({ headersMs, requestMs }: HttpTimeouts): ServerOptions {
  return {
    // Limits `headersTimeout`, because Node throws if it exceeds `requestTimeout`.
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(headersMs / 4, 30_000),
  }
}
