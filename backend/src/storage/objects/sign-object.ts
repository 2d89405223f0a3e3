import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { invalidSignature, StorageError } from '#backend/storage/errors.ts'
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

/** Signed downloads: whoever may read an object may lend that right for a time, by URL. */
export function registerSignObject(app: Hono, world: StorageWorld): void {
  app.post('/object/sign/:bucket', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const body = await readBody(c.req.raw, signManyBody)
    const sign = async (path: string) => {
      try {
        const place = parsePlace(c.req.param('bucket'), path)
        await findVisibleObject(world, caller, place)
        const token = signPlace(world, 'download', place, body.expiresIn)
        return { path, signedURL: urlOf('object/sign', place, token), error: null }
      } catch (cause) {
        if (!(cause instanceof StorageError)) throw cause
        return {
          path,
          signedURL: null,
          error: 'Either the object does not exist or you do not have access to it',
        }
      }
    }
    return json(await Promise.all(body.paths.map(sign)))
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

function urlOf(route: string, place: Place, token: string): string {
  return `/${route}/${place.bucketId}/${place.name}?token=${token}`
}
