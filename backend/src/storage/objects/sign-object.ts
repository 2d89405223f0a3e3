import type { Hono } from 'hono'
import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/context.ts'
import { invalidSignature } from '#backend/storage/errors.ts'
import { serveObject } from '#backend/storage/serve/serve-object.ts'
import { requireCaller, serviceCaller, type StorageContext } from '#backend/storage/context.ts'
import { findVisibleObject, locationOf, parseLocation, type ObjectLocation } from './object.ts'
import { requireSignature, signLocation } from './signature.ts'

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

const notFoundText = 'Either the object does not exist or you do not have access to it'

export function registerSignObject(app: Hono, context: StorageContext): void {
  app.post('/object/sign/:bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const body = await readBody(c.req.raw, signManyBody)
    const bucketId = c.req.param('bucket')
    const names = body.paths.filter((path) => isLocation(bucketId, path))
    const visible = await visibleNames(context, caller, bucketId, names)
    const sign = (path: string) => {
      if (!visible.has(path)) return { path, signedURL: null, error: notFoundText }
      const location = { bucketId, name: path }
      const token = signLocation(context, 'download', location, body.expiresIn)
      return { path, signedURL: urlOf('object/sign', location, token), error: null }
    }
    return json(body.paths.map(sign))
  })

  app.post('/object/sign/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const location = locationOf(c)
    const body = await readBody(c.req.raw, signOneBody)
    const version = body.versionId ?? null
    await findVisibleObject(context, caller, location, version)
    const transform = body.transform && JSON.stringify(body.transform)
    const token = signLocation(context, 'download', location, body.expiresIn, {
      transform,
      version,
    })
    const route = transform ? 'render/image/sign' : 'object/sign'
    return json({ signedURL: urlOf(route, location, token) })
  })

  app.get('/object/sign/:bucket/:path{.+}', (c) => {
    const location = locationOf(c)
    const token = c.req.query('token')
    const { version, transform } = requireSignature(context, 'download', location, token)
    // A token for an image variant does not authorize a download of the original image.
    if (transform !== null) throw invalidSignature('Invalid signature')
    return serveObject(context, c.req.raw, () =>
      findVisibleObject(context, serviceCaller, location, version),
    )
  })
}

function isLocation(bucketId: string, path: string): boolean {
  try {
    parseLocation(bucketId, path)
    return true
  } catch {
    return false
  }
}

async function visibleNames(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await context.database.transactionAsCaller(
    caller,
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects
      where bucket_id = ${bucketId}
        and name in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`,
  )
  return new Set(rows.map(({ name }) => name))
}

function urlOf(route: string, location: ObjectLocation, token: string): string {
  return `/${route}/${location.bucketId}/${location.name}?token=${token}`
}
