import { listingSchema } from '@hourspace/domain/listing-schema.ts'
import { parseAmenities } from '@hourspace/domain/listing.ts'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'

/** Returns the listing if the draft is complete; otherwise one error text per invalid field. */
export function listingOf(draft: ListingDraft, images: readonly string[]) {
  const result = listingSchema.safeParse({
    ...draft,
    amenities: parseAmenities(draft.amenities),
    images,
  })
  if (result.success) return { listing: result.data }
  const errors: ListingErrors = {}
  for (const { path, message } of result.error.issues)
    errors[path[0] as keyof ListingErrors] ??= message
  return { errors }
}
