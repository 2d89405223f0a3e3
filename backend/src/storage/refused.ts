import type { Hono } from 'hono'
import { featureNotEnabled } from './errors.ts'
import { requireCaller, type StorageWorld } from './world.ts'

/** What else storage-js can ask for: services of Supabase's own that are no object storage. */
export function registerRefused(app: Hono, world: StorageWorld): void {
  for (const [path, feature] of [
    ['/vector/*', 'vector buckets'],
    ['/iceberg/*', 'analytics buckets'],
    ['/bucket/:id/lifecycle', 'lifecycle'],
  ] as const) {
    app.all(path, (c) => {
      requireCaller(world, c.req.raw)
      throw featureNotEnabled(feature)
    })
  }
}
