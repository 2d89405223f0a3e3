import { z } from 'zod'
import { findBucket } from '#backend/storage/buckets/bucket.ts'
import { mimeTypeRefused, tooLarge } from '#backend/storage/errors.ts'
import { accepts, holdsOnlyPictures } from '#backend/storage/intake/admit.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { parsePlace, type Place, type StoredObject } from './object.ts'

/** What move and copy have in common on the wire. */
export const relocationBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

/** From where to where. Throws StorageError for what is no place. */
export function parseRelocation(body: z.output<typeof relocationBody>): { from: Place; to: Place } {
  return {
    from: parsePlace(body.bucketId, body.sourceKey),
    to: parsePlace(body.destinationBucket ?? body.bucketId, body.destinationKey),
  }
}

/** Refuses what the destination bucket would not have taken as an upload. Throws StorageError. */
export async function assertBucketTakes(
  world: StorageWorld,
  object: StoredObject,
  to: Place,
): Promise<void> {
  if (to.bucketId === object.bucket_id) return
  const [source, destination] = await Promise.all([
    findBucket(world, object.bucket_id),
    findBucket(world, to.bucketId),
  ])
  const type = object.metadata.mimetype.split(';')[0] ?? ''
  // A picture from elsewhere was never checked or stripped on its way in.
  const isUnchecked = holdsOnlyPictures(destination) && !holdsOnlyPictures(source)
  if (isUnchecked || !accepts(destination, type)) throw mimeTypeRefused(type)
  if (object.metadata.size > (destination.file_size_limit ?? Infinity)) throw tooLarge()
}
