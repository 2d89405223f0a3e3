import { directionsUrl } from '@hourspace/domain/external-links.ts'
import type { NextBooking } from '#web/data/bookings.ts'

type Booked = Pick<NextBooking, 'space'>

/**
 * Returns the full address of a booked space. Returns null if the address is unknown or the viewer
 * may not read it.
 */
export function addressOf({ space }: Booked): string | null {
  const street = space.address?.street_address.trim()
  return street ? `${street}\n${space.location}, ${space.country}` : null
}

export function pointOf({ space }: Booked) {
  const { latitude, longitude } = space.address ?? {}
  return latitude != null && longitude != null ? { latitude, longitude } : null
}

/**
 * Returns a URL that opens directions to a booked space. Prefers the address to the point, because
 * the point is in the center of the city until the host moves it.
 */
export function directionsTo(booking: Booked): string {
  const point = pointOf(booking)
  const destination =
    addressOf(booking)?.replace('\n', ', ') ?? (point ? `${point.latitude},${point.longitude}` : '')
  return directionsUrl(destination)
}
