import type { Context as HonoContext, Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { accessDenied } from '#backend/storage/errors.ts'
import { parsePlace } from '#backend/storage/objects/object.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'

/**
 * DELETE /cdn[/{bucket}[/{path}]]: forgets the renditions of pictures that are kept here. There is no
 * network of caches in front; what browsers keep ends with its `Cache-Control`.
 */
export function registerPurgeCache(app: Hono, world: StorageWorld): void {
  const purge = async (c: HonoContext, bucketId: string | null, name: string | null) => {
    if (requireCaller(world, c.req.raw).role !== 'service_role') throw accessDenied()
    const rows = await world.database.owner<{ version: string }[]>`
      select version from storage.objects
      where version is not null and (${bucketId}::text is null or bucket_id = ${bucketId})
        and (${name}::text is null or name = ${name})`
    const versions = bucketId === null ? 'all' : new Set(rows.map(({ version }) => version))
    await world.renders.forget(versions)
    return json({ message: 'success', statusCode: '200' })
  }
  app.delete('/cdn', (c) => purge(c, null, null))
  app.delete('/cdn/:bucket', (c) => purge(c, c.req.param('bucket'), null))
  app.delete('/cdn/:bucket/:path{.+}', (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return purge(c, place.bucketId, place.name)
  })
}
