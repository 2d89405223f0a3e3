import { join } from 'node:path'
import type { Context } from '#backend/context.ts'
import { callerOf, type Caller } from '#backend/platform/caller.ts'
import type { Bytes } from './bytes/bytes.ts'
import { createRenderCache, type RenderCache } from './serve/render-cache.ts'

/** What the endpoints of the storage service work with. */
export type StorageWorld = Context & {
  bytes: Bytes
  renders: RenderCache
  /** Versions whose bytes were found missing, each reported once. */
  missing: Set<string>
}

export function createWorld(context: Context, bytes: Bytes): StorageWorld {
  return {
    ...context,
    bytes,
    renders: createRenderCache(join(context.config.storageDir, 'renders')),
    missing: new Set(),
  }
}

/** The caller of a request; throws TokenError for a token that is not valid. */
export function requireCaller(world: StorageWorld, request: Request): Caller {
  return callerOf(request.headers, world.tokens)
}

/** The storage service itself, for what was permitted beforehand (a signed upload). */
export const serviceCaller: Caller = {
  role: 'service_role',
  userId: null,
  claims: { role: 'service_role' },
  claimsJson: '{"role":"service_role"}',
}

/** For the older columns `owner`, which take UUIDs only; `owner_id` takes what any token says. */
export function asUuid(id: string | null): string | null {
  return id !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null
}
