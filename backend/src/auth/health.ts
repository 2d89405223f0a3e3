import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'

/** GET /health: that the service answers, in the shape monitoring of Supabase expects. */
export function registerHealth(app: Hono): void {
  app.get('/health', () =>
    json({
      version: 'hourspace',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
  )
}
