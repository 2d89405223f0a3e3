import type { EditedListing } from '#web/data/listings.ts'
import type { ListingDraft } from '#web/features/listing/listing-draft.ts'

/** Converts a saved listing to the texts of the form's fields. */
export function draftOf({ details, ...listing }: EditedListing): ListingDraft {
  return {
    title: listing.title,
    description: listing.description,
    type: listing.type,
    capacity: String(listing.capacity),
    price: String(listing.price),
    currency: listing.currency,
    location: listing.location,
    country: listing.country,
    time_zone: listing.time_zone,
    cancellation_policy: listing.cancellation_policy,
    amenities: listing.amenities.join(', '),
    neighborhood: listing.neighborhood,
    house_rules: listing.house_rules,
    included: listing.included.join(', '),
    street_address: details.street_address,
    arrival_notes: details.arrival_notes,
    point: details.point,
    extras: details.extras.map(({ name, price, unit }) => ({ name, price: String(price), unit })),
  }
}
