import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { serveObject } from '#backend/storage/serve/serve-object.ts'
import { objectFinders, type StoredObject } from './object.ts'

/** GET and HEAD /object/… read an object; GET /object/info/… returns its metadata. */
export function registerReadObject(app: Hono, context: StorageContext): void {
  const { findPublic, findAsCaller, findAsAnyCaller } = objectFinders(context)
  for (const [access, find] of [
    ['public/', findPublic],
    ['authenticated/', findAsCaller],
    ['', findAsAnyCaller],
  ] as const) {
    app.get(`/object/info/${access}:bucket/:path{.+}`, async (c) =>
      json(presentInfo(await find(c))),
    )
    app.get(`/object/${access}:bucket/:path{.+}`, (c) =>
      serveObject(context, c.req.raw, () => find(c)),
    )
  }
}

function presentInfo(object: StoredObject) {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    content_encoding: metadata.contentEncoding ?? null,
    etag: metadata.eTag,
    metadata: user_metadata ?? {},
    last_modified: metadata.lastModified,
    created_at,
    updated_at,
  }
}
