import { createHash } from 'node:crypto'
import type { Context as HonoContext, Hono } from 'hono'
import { clientNetworkOf } from '#backend/platform/client-network.ts'
import {
  invalidRequest,
  objectNotFound,
  StorageError,
  accessDenied,
} from '#backend/storage/errors.ts'
import { isImageError, imageTypes } from '#backend/storage/upload/image.ts'
import {
  findVisibleObject,
  locationOf,
  objectFinders,
  type StoredObject,
} from '#backend/storage/objects/object.ts'
import { requireSignature } from '#backend/storage/objects/signature.ts'
import { requireCaller, serviceCaller, type StorageContext } from '#backend/storage/context.ts'
import { fileResponse } from './file-response.ts'
import { keyOf, parseVariant, renderVariant } from './image-variant.ts'
import { reportMissingContent } from './serve-object.ts'
import { json } from '#backend/platform/http.ts'

export function registerRenderImage(app: Hono, context: StorageContext): void {
  async function render(c: HonoContext, object: StoredObject, query: Record<string, unknown>) {
    const { version, metadata, name } = object
    const storedType = metadata.mimetype.split(';')[0] ?? ''
    if (!imageTypes.includes(storedType)) throw invalidRequest('The object is not a picture')
    const variant = parseVariant(query, c.req.header('accept') ?? '', storedType)
    const key = keyOf(version, variant)
    const network = clientNetworkOf(c.req.raw.headers)
    const bytes = await context.renders.get(key, network, async () => {
      const image = await context.store.local(version)
      if (!image) {
        reportMissingContent(context, object)
        throw objectNotFound()
      }
      try {
        return await renderVariant(image.path, variant)
      } catch (cause) {
        throw isImageError(cause) || cause instanceof StorageError ? unreadable() : cause
      } finally {
        await image.release()
      }
    })
    const response = await fileResponse(c.req.raw, {
      size: bytes.length,
      contentType: variant.contentType,
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

  const { findPublic, findAsCaller } = objectFinders(context)
  app.get('/render/image/public/:bucket/:path{.+}', async (c) =>
    render(c, await findPublic(c), c.req.query()),
  )
  app.get('/render/image/authenticated/:bucket/:path{.+}', async (c) =>
    render(c, await findAsCaller(c), c.req.query()),
  )
  app.get('/render/image/sign/:bucket/:path{.+}', async (c) => {
    const location = locationOf(c)
    const token = c.req.query('token')
    const { transform, version } = requireSignature(context, 'download', location, token)
    // The signed token determines the variant, so query parameters have no effect.
    const signed = JSON.parse(transform ?? '{}') as Record<string, unknown>
    return render(c, await findVisibleObject(context, serviceCaller, location, version), signed)
  })
}

function unreadable(): StorageError {
  return new StorageError(422, 'InvalidRequest', 'InvalidRequest', 'The picture cannot be read')
}

/**
 * DELETE /cdn[/{bucket}[/{path}]]: deletes the cached variants of all objects, of the objects in a
 * bucket, or of one object.
 */
export function registerPurgeCache(app: Hono, context: StorageContext): void {
  const purge = async (c: HonoContext, bucketId: string | null, name: string | null) => {
    if (requireCaller(context, c.req.raw).role !== 'service_role') throw accessDenied()
    const rows = await context.database.owner<{ version: string }[]>`
      select version from storage.objects
      where version is not null and (${bucketId}::text is null or bucket_id = ${bucketId})
        and (${name}::text is null or name = ${name})`
    const versions = bucketId === null ? 'all' : new Set(rows.map(({ version }) => version))
    await context.renders.evict(versions)
    return json({ message: 'success', statusCode: '200' })
  }
  app.delete('/cdn', (c) => purge(c, null, null))
  app.delete('/cdn/:bucket', (c) => purge(c, c.req.param('bucket'), null))
  app.delete('/cdn/:bucket/:path{.+}', (c) => {
    const location = locationOf(c)
    return purge(c, location.bucketId, location.name)
  })
}
