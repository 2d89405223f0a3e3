import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/storage/body.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { findVisibleObject } from './object.ts'
import { assertBucketTakes, parseRelocation, relocationBody } from './relocation.ts'
import { insertObject } from './store-object.ts'

const copyBody = relocationBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.record(z.string(), z.json()).nullish(),
})

/** POST /object/copy: a second object with bytes of its own. */
export function registerCopyObject(app: Hono, world: StorageWorld): void {
  app.post('/object/copy', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const body = await readBody(c.req.raw, copyBody)
    const { from, to } = parseRelocation(body)
    const object = await findVisibleObject(world, caller, from)
    await assertBucketTakes(world, object, to)
    const userMetadata =
      body.copyMetadata === false ? (body.metadata ?? null) : object.user_metadata
    const id = await insertObject(
      world,
      {
        place: to,
        caller,
        ownerId: caller.userId,
        isUpsert: c.req.header('x-upsert') === 'true',
      },
      { ...object.metadata, lastModified: new Date().toISOString() },
      userMetadata,
      (version) => world.disk.copy(object.version, version),
    )
    return json({ Id: id, Key: `${to.bucketId}/${to.name}`, name: to.name, bucket_id: to.bucketId })
  })
}
