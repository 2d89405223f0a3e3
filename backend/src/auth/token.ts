import type { Hono } from 'hono'
import { AuthError } from './errors.ts'
import { signInWithIdToken } from './external/id-token.ts'
import { signInWithPassword } from './token-password.ts'
import { exchangeCode } from './token-pkce.ts'
import { refreshSession } from './token-refresh.ts'
import type { AuthWorld } from './world.ts'

type Grant = (world: AuthWorld, request: Request) => Promise<Response>

const grants: Record<string, Grant> = {
  password: signInWithPassword,
  refresh_token: refreshSession,
  pkce: exchangeCode,
  id_token: signInWithIdToken,
}

/** POST /token?grant_type=…: exchanges one proof of identity for a session. */
export function registerToken(app: Hono, world: AuthWorld): void {
  app.post('/token', (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(world, c.req.raw)
  })
}
