import type { Hono } from 'hono'
import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { invalidSignature } from '#backend/storage/errors.ts'
import { serveObject } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, serviceCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleObject, parsePlace, requireVersion, type Place } from './object.ts'
import { requireSignature, signPlace } from './signature.ts'

const expiresIn = z
  .number()
  .int()
  .positive()
  .max(10 * 365 * 86_400)
const signOneBody = z.object({
  expiresIn,
  transform: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
  versionId: z.string().nullish(),
})
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(500) })

const notThere = 'Either the object does not exist or you do not have access to it'

/** Signed downloads: whoever may read an object may lend that right for a time, by URL. */
export function registerSignObject(app: Hono, world: StorageWorld): void {
  app.post('/object/sign/:bucket', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const body = await readBody(c.req.raw, signManyBody)
    const bucketId = c.req.param('bucket')
    const names = body.paths.filter((path) => isPlace(bucketId, path))
    const visible = await visibleNames(world, caller, bucketId, names)
    const sign = (path: string) => {
      if (!visible.has(path)) return { path, signedURL: null, error: notThere }
      const place = { bucketId, name: path }
      const token = signPlace(world, 'download', place, body.expiresIn)
      return { path, signedURL: urlOf('object/sign', place, token), error: null }
    }
    return json(body.paths.map(sign))
  })

  app.post('/object/sign/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const body = await readBody(c.req.raw, signOneBody)
    const version = body.versionId ?? null
    requireVersion(await findVisibleObject(world, caller, place), version)
    const transform = body.transform && JSON.stringify(body.transform)
    const token = signPlace(world, 'download', place, body.expiresIn, { transform, version })
    const route = transform ? 'render/image/sign' : 'object/sign'
    return json({ signedURL: urlOf(route, place, token) })
  })

  app.get('/object/sign/:bucket/:path{.+}', (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const { version, transform } = requireSignature(world, 'download', place, c.req.query('token'))
    // Lent was a rendition, not the picture it is drawn from.
    if (transform !== null) throw invalidSignature('Invalid signature')
    return serveObject(world, c.req.raw, async () =>
      requireVersion(await findVisibleObject(world, serviceCaller, place), version),
    )
  })
}

function isPlace(bucketId: string, path: string): boolean {
  try {
    parsePlace(bucketId, path)
    return true
  } catch {
    return false
  }
}

/** Which of these objects the caller may see, asked at once. */
async function visibleNames(
  world: StorageWorld,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await world.database.transactionAsCaller(
    caller,
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects
      where bucket_id = ${bucketId}
        and name in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`,
  )
  return new Set(rows.map(({ name }) => name))
}

function urlOf(route: string, place: Place, token: string): string {
  return `/${route}/${place.bucketId}/${place.name}?token=${token}`
}
