import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireCaller, serviceCaller, type StorageWorld } from '#backend/storage/world.ts'
import { parsePlace } from './object.ts'
import { requireSignature, signPlace } from './signature.ts'
import { assertMayStore } from './insert-object.ts'
import { storeObject } from './store-object.ts'

const lifetimeSeconds = 2 * 3600

/** Signed uploads: whoever may store an object may let somebody else send its bytes. */
export function registerSignUpload(app: Hono, world: StorageWorld): void {
  app.post('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const isUpsert = c.req.header('x-upsert') === 'true'
    const ownerId = caller.userId
    await assertMayStore(world, { place, caller, ownerId, isUpsert })
    const token = signPlace(world, 'upload', place, lifetimeSeconds, { ownerId, isUpsert })
    const url = `/object/upload/sign/${place.bucketId}/${place.name}?token=${token}`
    return json({ url, token })
  })

  app.put('/object/upload/sign/:bucket/:path{.+}', async (c) => {
    const place = parsePlace(c.req.param('bucket'), c.req.param('path'))
    const { ownerId, isUpsert } = requireSignature(world, 'upload', place, c.req.query('token'))
    const { Key } = await storeObject(world, c.req.raw, {
      place,
      caller: serviceCaller,
      ownerId,
      isUpsert,
    })
    return json({ Key })
  })
}
