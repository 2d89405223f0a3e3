import type { Hono } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { registerAuthorize } from './authorize.ts'
import { registerCallback } from './callback.ts'
import { registerLinkIdentity } from './identities-authorize.ts'
import { registerUnlinkIdentity } from './unlink-identity.ts'

/** Signing in with accounts that people have elsewhere. */
export function registerExternal(app: Hono, world: AuthWorld): void {
  registerAuthorize(app, world)
  registerCallback(app, world)
  registerLinkIdentity(app, world)
  registerUnlinkIdentity(app, world)
}
