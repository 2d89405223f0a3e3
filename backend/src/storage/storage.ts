import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { json } from '#backend/platform/http.ts'

/** The object storage service under /storage/v1. */
export function createStorage(_context: Context): Hono {
  const app = new Hono()
  app.get('/status', () => json({ status: 'ok' }))
  return app
}
