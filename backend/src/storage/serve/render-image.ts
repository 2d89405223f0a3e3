import { createHash } from 'node:crypto'
import type { Context as HonoContext, Hono } from 'hono'
import { invalidRequest, objectNotFound, StorageError } from '#backend/storage/errors.ts'
import { isUnreadable, pictureTypes } from '#backend/storage/intake/picture.ts'
import {
  findPublicObject,
  findVisibleObject,
  parsePlace,
  requireVersion,
  type StoredObject,
} from '#backend/storage/objects/object.ts'
import { requireSignature } from '#backend/storage/objects/signature.ts'
import { requireCaller, serviceCaller, type StorageWorld } from '#backend/storage/world.ts'
import { fileResponse } from './file-response.ts'
import { draw, keyOf, parseRendition } from './rendition.ts'
import { reportMissing } from './serve-object.ts'

/** GET /render/image/…: pictures in the size and format a page wants. */
export function registerRenderImage(app: Hono, world: StorageWorld): void {
  async function render(c: HonoContext, object: StoredObject, query: Record<string, unknown>) {
    const { version, metadata, name } = object
    const storedType = metadata.mimetype.split(';')[0] ?? ''
    if (!pictureTypes.includes(storedType)) throw invalidRequest('The object is not a picture')
    const rendition = parseRendition(query, c.req.header('accept') ?? '', storedType)
    const key = keyOf(version, rendition)
    const bytes = await world.renders.get(key, async () => {
      const picture = await world.bytes.local(version)
      if (!picture) {
        reportMissing(world, object)
        throw objectNotFound()
      }
      try {
        return await draw(picture.path, rendition)
      } catch (cause) {
        throw isUnreadable(cause) || cause instanceof StorageError ? unreadable() : cause
      } finally {
        await picture.release()
      }
    })
    const response = await fileResponse(c.req.raw, {
      size: bytes.length,
      contentType: rendition.contentType,
      etag: `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`,
      lastModified: new Date(metadata.lastModified),
      cacheControl: metadata.cacheControl,
      name: name.split('/').at(-1) ?? name,
      exists: async () => true,
      read: async (start, end) =>
        new Blob([new Uint8Array(bytes.subarray(start, end + 1))]).stream(),
      headers: { Vary: 'Accept' },
    })
    return response!
  }

  app.get('/render/image/public/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return render(
      c,
      requireVersion(await findPublicObject(world, place), c.req.query('versionId')),
      c.req.query(),
    )
  })
  app.get('/render/image/authenticated/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    return render(
      c,
      requireVersion(await findVisibleObject(world, caller, place), c.req.query('versionId')),
      c.req.query(),
    )
  })
  app.get('/render/image/sign/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const { transform, version } = requireSignature(world, 'download', place, c.req.query('token'))
    // The size was signed too: whoever holds the URL cannot ask for another.
    const signed = JSON.parse(transform ?? '{}') as Record<string, unknown>
    const object = await findVisibleObject(world, serviceCaller, place)
    return render(c, requireVersion(object, version), signed)
  })
}

function unreadable(): StorageError {
  return new StorageError(422, 'InvalidRequest', 'InvalidRequest', 'The picture cannot be read')
}
