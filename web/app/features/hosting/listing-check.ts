import { listingSchema, type Listing } from '#domain/listing-schema.ts'
import { parseAmenities } from '#domain/listing.ts'
import type { ListingDraft, ListingErrors, ListingField } from './listing-draft.ts'

/** The listing a draft makes, or what is wrong with it: one text a field. */
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
