import { listingDetailsSchema, listingSchema } from '@hourspace/domain/listing-schema.ts'
import { parseAmenities } from '@hourspace/domain/listing.ts'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'

/** Validates a draft. Returns the listing, or one error text per invalid field. */
export function listingOf(draft: ListingDraft, images: readonly string[]) {
  const result = listingSchema.safeParse({
    ...draft,
    amenities: parseAmenities(draft.amenities),
    included: parseAmenities(draft.included),
    images,
  })
  const details = listingDetailsSchema.safeParse({
    currency: draft.currency,
    street_address: draft.street_address ?? '',
    arrival_notes: draft.arrival_notes ?? '',
    point: draft.point ?? null,
    extras: draft.extras ?? [],
  })
  if (result.success && details.success) return { listing: result.data, details: details.data }
  const errors: ListingErrors = {}
  for (const { path, message } of [
    ...(result.error?.issues ?? []),
    ...(details.error?.issues ?? []),
  ])
    errors[(path[0] === 'extras' ? path.join('.') : path[0]) as keyof ListingErrors] ??= message
  // Hides the error of the time zone while city or country is invalid, because they determine the
  // time zone.
  if (errors.location || errors.country) delete errors.time_zone
  return { errors }
}
