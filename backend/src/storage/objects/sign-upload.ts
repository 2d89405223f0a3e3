import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, serviceCaller, type StorageContext } from '#backend/storage/context.ts'
import { locationOf } from './object.ts'
import { requireSignature, signLocation } from './signature.ts'
import { assertMayStore } from './insert-object.ts'
import { storeObject } from './upload-object.ts'

const lifetimeSeconds = 2 * 3600

/** Signed upload URLs: a caller who may store an object lets another client upload its content. */
export function registerSignUpload(app: Hono, context: StorageContext): void {
  app.post('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const location = locationOf(c)
    const isUpsert = c.req.header('x-upsert') === 'true'
    const ownerId = caller.userId
    await assertMayStore(context, { location, caller, ownerId, isUpsert })
    const token = signLocation(context, 'upload', location, lifetimeSeconds, { ownerId, isUpsert })
    const url = `/object/upload/sign/${location.bucketId}/${location.name}?token=${token}`
    return json({ url, token })
  })

  app.put('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const location = locationOf(c)
    const token = c.req.query('token')
    const { ownerId, isUpsert } = requireSignature(context, 'upload', location, token)
    const { Key } = await storeObject(context, c.req.raw, {
      location,
      caller: serviceCaller,
      ownerId,
      isUpsert,
    })
    return json({ Key })
  })
}
