import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'

/** GET /.well-known/jwks.json: public keys only; tokens signed with the shared secret have none. */
export function registerJwks(app: Hono): void {
  app.get('/.well-known/jwks.json', () =>
    json({ keys: [] }, 200, { 'Cache-Control': 'public, max-age=600' }),
  )
}
