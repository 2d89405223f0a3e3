import { listingDetailsSchema, listingSchema } from '@hourspace/domain/listing-schema.ts'
import { parseAmenities } from '@hourspace/domain/listing.ts'
import { type ListingDraft, type ListingErrors, pictureColumns } from './listing-draft.ts'
import { keptOf, type Pictures } from './use-pictures.ts'

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

const failedUpload = { images: 'A photo could not be uploaded. Please retry or remove it.' }

/**
 * Validates a draft, and waits for the uploads of its pictures if it is valid. Returns the listing
 * with its pictures, or one error text per invalid field. `otherErrors` are errors of fields that
 * are not part of the listing; null if there are none.
 */
export async function uploadedListingOf<Errors extends object>(
  draft: ListingDraft,
  pictures: Pictures,
  otherErrors: Errors | null = null,
) {
  const { images } = pictureColumns(keptOf(pictures.pictures))
  const { listing, details, errors } = listingOf(draft, images)
  const uploadError = pictures.pictures.some(({ error }) => error) ? failedUpload : null
  if (errors || otherErrors || uploadError)
    return { errors: { ...errors, ...otherErrors, ...uploadError } }
  const uploaded = await pictures.waitForUploads()
  if (!uploaded) return { errors: failedUpload }
  return { listing: { ...listing, ...pictureColumns(uploaded) }, details }
}
