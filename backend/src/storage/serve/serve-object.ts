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
  const object = await find()
  const response =
    (await answer(world, request, object)) ?? (await answer(world, request, await find()))
  if (response) return response
  reportMissing(world, object)
  throw objectNotFound()
}

function answer(
  world: StorageWorld,
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
    exists: async () => (await world.bytes.sizeOf(version)) !== null,
    read: (start, end) => world.bytes.read(version, start, end),
  })
}

const mostReported = 10_000

/** A row without bytes is nothing a visitor can mend, so whoever runs this hears of it, once. */
export function reportMissing(world: StorageWorld, object: StoredObject): void {
  const { version, bucket_id, name } = object
  if (world.missing.has(version) || world.missing.size >= mostReported) return
  world.missing.add(version)
  world.log.error('an object has no bytes', new Error(`${bucket_id}/${name}, version ${version}`))
}
