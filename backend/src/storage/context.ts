import { join } from 'node:path'
import type { Context } from '#backend/context.ts'
import { callerOf, hasToken, type Caller } from '#backend/platform/caller.ts'
import type { ObjectStore } from './object-store/object-store.ts'
import { createRenderCache, type RenderCache } from './serve/render-cache.ts'
import type { z } from 'zod'
import { readJson } from '#backend/platform/body.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { invalidRequest } from './errors.ts'

export type StorageContext = Context & {
  store: ObjectStore
  renders: RenderCache
  /** Versions whose missing content was logged. Each version is logged only once. */
  missing: Set<string>
}

export function createStorageContext(context: Context, store: ObjectStore): StorageContext {
  return {
    ...context,
    store,
    renders: createRenderCache(join(context.config.storageDir, 'renders')),
    missing: new Set(),
  }
}

/** Returns the caller. Throws StorageError without a token, and TokenError for an invalid token. */
export function requireCaller(context: StorageContext, request: Request): Caller {
  if (!hasToken(request.headers)) {
    throw invalidRequest("headers must have required property 'authorization'")
  }
  return callerOf(request.headers, context.tokens)
}

/** Caller with the service role, for operations that a signed URL has already authorized. */
export const serviceCaller: Caller = {
  role: 'service_role',
  userId: null,
  claims: { role: 'service_role' },
  claimsJson: '{"role":"service_role"}',
}

/** Returns `id` if it is a UUID, otherwise null: the legacy column `owner` accepts only UUIDs. */
export function asUuid(id: string | null): string | null {
  return id !== null && isUuid(id) ? id : null
}

const limitBytes = 1024 * 1024

export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> {
  const value = await readJson(request, limitBytes).catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? invalidRequest('Body is not valid JSON') : cause
  })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`body/${issue?.path.join('/')} ${issue?.message}`)
}
