import { maximumImages } from '@hourspace/domain/listing.ts'
import type { ListingFacts, Visit } from '#web/data/hosting-today.ts'
import { enoughPhotos } from '#web/features/hosting/checklist.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf } from '#web/lib/times.ts'

/**
 * Groups the host's bookings: bookings that start today, are in progress, or end today, and the
 * first booking after today. Today is the date in each space's time zone.
 */
export function dayOf(visits: readonly Visit[], now: Date) {
  const startOf = ({ start_time }: Visit) => new Date(start_time)
  const endOf = ({ end_time }: Visit) => new Date(end_time)
  const isToday = (at: Date, { time_zone }: Visit) =>
    dateOf(at, time_zone) === dateOf(now, time_zone)
  const open = visits.filter((visit) => endOf(visit) > now)
  return {
    arriving: open.filter((visit) => startOf(visit) > now && isToday(startOf(visit), visit)),
    inside: open.filter((visit) => startOf(visit) <= now),
    leaving: open
      .filter((visit) => isToday(endOf(visit), visit))
      .toSorted((one, other) => endOf(one).getTime() - endOf(other).getTime()),
    next: open.find((visit) => startOf(visit) > now && !isToday(startOf(visit), visit)) ?? null,
  }
}

export type Suggestion = { text: string; action: string; to: string }

/** Suggests the change of a listing that is most likely to bring bookings. */
export function suggestionFor(listings: readonly ListingFacts[]): Suggestion | null {
  const closed = listings.find(({ available }) => !available)
  if (closed) {
    return {
      text: `Guests can’t book ${closed.title}, because it is closed for booking.`,
      action: 'Open it for booking',
      to: paths.myListings(),
    }
  }
  const plain = listings
    .filter(({ images }) => images.length < enoughPhotos)
    .toSorted((one, other) => one.images.length - other.images.length)[0]
  if (plain) {
    const count = plain.images.length
    const photos = count === 0 ? 'no photos' : count === 1 ? 'one photo' : `${count} photos`
    return {
      text: `${plain.title} shows ${photos}. You can add up to ${maximumImages}, so that guests see what they are booking.`,
      action: 'Add photos',
      to: paths.hostingListing(plain.id),
    }
  }
  const unset = listings.find(({ hours }) => hours.length === 0)
  if (unset) {
    return {
      text: `${unset.title} takes bookings that start between 9 AM and 9 PM. More hours mean more times to choose from.`,
      action: 'Set opening hours',
      to: paths.hostingRules(unset.id),
    }
  }
  const undiscounted = listings.find(
    ({ price_rules, length_discounts }) => price_rules.length + length_discounts.length === 0,
  )
  if (!undiscounted) return null
  return {
    text: 'A lower price for quiet hours, or a discount for long bookings, can fill empty days.',
    action: 'Change prices',
    to: paths.hostingRules(undiscounted.id),
  }
}
