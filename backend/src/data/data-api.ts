import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { json } from '../platform/http.ts'

/** The data API (PostgREST's protocol) under /rest/v1. */
export function createDataApi(_context: Context): Hono {
  const app = new Hono()
  app.all('*', () =>
    json(
      { code: 'PGRST002', details: null, hint: null, message: 'The data API is not ready yet' },
      503,
    ),
  )
  return app
}
