import type { MiddlewareHandler } from 'hono'

const exposedHeaders =
  'Content-Range, Content-Location, Content-Length, ETag, Location, Preference-Applied, ' +
  'Retry-After, X-Total-Count, Link, X-Supabase-Api-Version, x-sb-error-code, x-relay-error, ' +
  'Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires, ' +
  'Tus-Version, Tus-Resumable, Tus-Max-Size, Tus-Extension, Tus-Complete'

/**
 * Adds CORS and security headers to every response. Unlike hono/cors, adds CORS headers to errors
 * too.
 */
export const withApiHeaders: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')) {
    return new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'Access-Control-Allow-Headers': c.req.header('access-control-request-headers') ?? '*',
        'Access-Control-Max-Age': '86400',
      },
    })
  }
  await next()
  const { headers } = c.res
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', exposedHeaders)
  headers.set('X-Content-Type-Options', 'nosniff')
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store')
}

/** Creates a JSON response. Omits undefined values. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
}
