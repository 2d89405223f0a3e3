import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { AuthWorld } from './world.ts'

/** GET /.well-known/jwks.json: public keys only; tokens signed with the shared secret have none. */
export function registerJwks(app: Hono, world: AuthWorld): void {
  app.get('/.well-known/jwks.json', async () => {
    const isShared = world.config.auth.signingAlgorithm === 'HS256'
    const keys = isShared ? [] : await world.keys.published()
    return json({ keys }, 200, { 'Cache-Control': 'public, max-age=600' })
  })
}
