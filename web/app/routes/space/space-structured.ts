import { timeOfHour } from '@hourspace/domain/booking-hours.ts'
import type { OpeningHours, Review, SpaceDetails } from '#web/data/space-details.ts'
import { weekdayNames } from '#web/lib/times.ts'
import { hoursOfWeekday, soonExceptions } from './booking-rules.ts'

/**
 * Returns the schema.org data of a space. `url` is absolute. `today` is the date in the space's
 * time zone.
 */
export function structuredSpace(
  space: SpaceDetails,
  { url, today, reviews = [] }: { url: string; today: string; reviews?: readonly Review[] },
): object {
  return {
    '@type': ['EventVenue', 'Product'],
    '@id': url,
    url,
    name: space.title,
    description: space.meta_description ?? space.description,
    image: space.images.map((image) => new URL(image, url).href),
    address: {
      '@type': 'PostalAddress',
      addressLocality: space.location,
      addressCountry: space.country,
    },
    // The public coordinates, which are approximate. This page never reads the exact coordinates in
    // space_addresses.
    ...(space.latitude !== null &&
      space.longitude !== null && {
        geo: { '@type': 'GeoCoordinates', latitude: space.latitude, longitude: space.longitude },
      }),
    maximumAttendeeCapacity: space.capacity,
    amenityFeature: space.amenities.map((name) => ({
      '@type': 'LocationFeatureSpecification',
      name,
      value: true,
    })),
    openingHoursSpecification: openingHours(space, today),
    offers: {
      '@type': 'Offer',
      url,
      price: space.price,
      priceCurrency: space.currency,
      availability: `https://schema.org/${space.available ? 'InStock' : 'OutOfStock'}`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: space.price,
        priceCurrency: space.currency,
        unitCode: 'HUR',
      },
    },
    ...(reviews.length > 0 && {
      review: reviews.map(({ rating, comment, created_at, author_name }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: author_name },
        datePublished: created_at.slice(0, 10),
        reviewRating: { '@type': 'Rating', ratingValue: rating },
        ...(comment && { reviewBody: comment }),
      })),
    }),
    ...(space.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: space.rating,
        reviewCount: space.reviewCount,
      },
    }),
  }
}

/**
 * Returns the opening hours and the exceptions of the next 30 days. Days with equal hours are
 * combined.
 */
function openingHours(space: SpaceDetails, today: string): object[] {
  const days = new Map<string, { times: object; names: string[] }>()
  weekdayNames.forEach((name, weekday) => {
    const times = openAndClose(hoursOfWeekday(space, weekday))
    if (!times) return
    const key = JSON.stringify(times)
    days.set(key, { times, names: [...(days.get(key)?.names ?? []), name] })
  })
  const type = { '@type': 'OpeningHoursSpecification' }
  return [
    ...[...days.values()].map(({ times, names }) => ({ ...type, dayOfWeek: names, ...times })),
    ...soonExceptions(space, today).map((row) => ({
      ...type,
      validFrom: row.date,
      validThrough: row.date,
      // In schema.org, equal opening and closing times mean that the place is closed.
      ...(openAndClose(row) ?? { opens: '00:00', closes: '00:00' }),
    })),
  ]
}

/**
 * Returns the opening and closing time; null for a closed day. Without `out_by`, bookings may end
 * at any time. The closing time is then an hour after the last start, when the shortest booking
 * ends.
 */
function openAndClose({ first_start: first, last_start: last, out_by }: OpeningHours) {
  if (first === null || last === null) return null
  const closes = out_by ?? last + 1
  // In schema.org, '00:00' to '23:59' means all day. A closing time before `opens` is on the next
  // day.
  if (closes >= first + 24) return { opens: '00:00', closes: '23:59' }
  return { opens: timeOfHour(first), closes: timeOfHour(closes % 24) }
}
