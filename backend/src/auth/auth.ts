import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { registerHealth } from './health.ts'

/** The accounts service under /auth/v1. */
export function createAuth(_context: Context): Hono {
  const app = new Hono()
  registerHealth(app)
  return app
}
