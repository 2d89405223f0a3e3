import { join } from 'node:path'
import type { Context } from '#backend/context.ts'
import { callerOf, type Caller } from '#backend/platform/caller.ts'
import { createDisk, type Disk } from './disk.ts'

/** What the endpoints of the storage service work with. */
export type StorageWorld = Context & { disk: Disk; rendersDir: string }

export function createWorld(context: Context): StorageWorld {
  const { storageDir } = context.config
  return {
    ...context,
    disk: createDisk(storageDir),
    rendersDir: join(storageDir, 'renders'),
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
