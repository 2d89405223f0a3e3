import { objectNotFound } from '#backend/storage/errors.ts'
import type { StoredObject } from '#backend/storage/objects/object.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { fileResponse } from './file-response.ts'

/**
 * Serves an object. If its content is missing, calls `find` again, because the object may have been
 * replaced.
 */
export async function serveObject(
  context: StorageContext,
  request: Request,
  find: () => Promise<StoredObject>,
): Promise<Response> {
  const object = await find()
  const response =
    (await answer(context, request, object)) ?? (await answer(context, request, await find()))
  if (response) return response
  reportMissingContent(context, object)
  throw objectNotFound()
}

function answer(
  context: StorageContext,
  request: Request,
  object: StoredObject,
): Promise<Response | null> {
  const { version, metadata, name } = object
  return fileResponse(request, {
    size: metadata.size,
    contentType: metadata.mimetype,
    contentEncoding: metadata.contentEncoding,
    etag: metadata.eTag,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.split('/').at(-1) ?? name,
    exists: async () => (await context.store.sizeOf(version)) !== null,
    read: (start, end) => context.store.read(version, start, end),
  })
}

const maxReported = 10_000

export function reportMissingContent(context: StorageContext, object: StoredObject): void {
  const { version, bucket_id, name } = object
  if (context.missing.has(version) || context.missing.size >= maxReported) return
  context.missing.add(version)
  context.log.error(
    'the content of an object is missing',
    new Error(`${bucket_id}/${name}, version ${version}`),
  )
}
