import { listingSchema, type Listing } from '@hourspace/domain/listing-schema.ts'
import { parseAmenities } from '@hourspace/domain/listing.ts'
import { type ListingDraft, type ListingErrors, type ListingField } from './listing-draft.ts'

/** Returns the listing of a complete draft, or one error text per invalid field. */
export function listingOf(
  draft: ListingDraft,
  images: readonly string[],
): { listing: Listing; errors?: undefined } | { listing?: undefined; errors: ListingErrors } {
  const result = listingSchema.safeParse({
    ...draft,
    amenities: parseAmenities(draft.amenities),
    images,
  })
  if (result.success) return { listing: result.data }
  const errors: ListingErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = path[0] as ListingField
    errors[field] ??= message
  }
  return { errors }
}
