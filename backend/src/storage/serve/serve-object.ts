import { objectNotFound } from '#backend/storage/errors.ts'
import type { StoredObject } from '#backend/storage/objects/object.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { fileResponse } from './file-response.ts'

/** Answers a GET or HEAD with an object's bytes. `find` looks it up, and once more if it was just replaced. */
export async function serveObject(
  world: StorageWorld,
  request: Request,
  find: () => Promise<StoredObject>,
): Promise<Response> {
  let object = await find()
  let size = await world.disk.sizeOf(object.version)
  if (size === null) {
    object = await find()
    size = await world.disk.sizeOf(object.version)
  }
  if (size === null) throw objectNotFound()
  const { version, metadata, name } = object
  return fileResponse(request, {
    size,
    contentType: metadata.mimetype,
    etag: metadata.eTag,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.split('/').at(-1) ?? name,
    read: (start, end) => world.disk.read(version, start, end),
  })
}
