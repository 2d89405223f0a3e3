import { createHash } from 'node:crypto'
import type { Context as HonoContext, Hono } from 'hono'
import { invalidRequest, objectNotFound, StorageError } from '#backend/storage/errors.ts'
import { pictureTypes } from '#backend/storage/intake/picture.ts'
import {
  findPublicObject,
  findVisibleObject,
  parsePlace,
  type StoredObject,
} from '#backend/storage/objects/object.ts'
import { requireSignature } from '#backend/storage/objects/signature.ts'
import { requireCaller, serviceCaller, type StorageWorld } from '#backend/storage/world.ts'
import { fileResponse } from './file-response.ts'
import { createRenderCache } from './render-cache.ts'
import { draw, keyOf, parseRendition } from './rendition.ts'

/** GET /render/image/…: pictures in the size and format a page wants. */
export function registerRenderImage(app: Hono, world: StorageWorld): void {
  const cache = createRenderCache(world.rendersDir)

  async function render(c: HonoContext, object: StoredObject, query: Record<string, unknown>) {
    const { version, metadata, name } = object
    const storedType = metadata.mimetype.split(';')[0] ?? ''
    if (!pictureTypes.includes(storedType)) throw invalidRequest('The object is not a picture')
    const rendition = parseRendition(query, c.req.header('accept') ?? '', storedType)
    const key = keyOf(version, rendition)
    const bytes = await cache(key, () => draw(world.disk.pathOf(version), rendition)).catch(
      async (cause: unknown) => {
        if ((await world.disk.sizeOf(version)) === null) throw objectNotFound()
        throw cause instanceof Error && /^(Input|Vips)/.test(cause.message) ? unreadable() : cause
      },
    )
    return fileResponse(c.req.raw, {
      size: bytes.length,
      contentType: rendition.contentType,
      etag: `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`,
      lastModified: new Date(metadata.lastModified),
      cacheControl: metadata.cacheControl,
      name: name.split('/').at(-1) ?? name,
      read: (start, end) => new Blob([new Uint8Array(bytes.subarray(start, end + 1))]).stream(),
      headers: { Vary: 'Accept' },
    })
  }

  app.get('/render/image/public/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return render(c, await findPublicObject(world, place), c.req.query())
  })
  app.get('/render/image/authenticated/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return render(c, await findVisibleObject(world, caller, place), c.req.query())
  })
  app.get('/render/image/sign/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const { transform } = requireSignature(world, 'download', place, c.req.query('token'))
    // The size was signed too: whoever holds the URL cannot ask for another.
    const signed = JSON.parse(transform ?? '{}') as Record<string, unknown>
    return render(c, await findVisibleObject(world, serviceCaller, place), signed)
  })
}

function unreadable(): StorageError {
  return new StorageError(422, 'InvalidRequest', 'InvalidRequest', 'The picture cannot be read')
}
