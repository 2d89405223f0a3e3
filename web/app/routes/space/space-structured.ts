import { firstBookableHour, lastBookableHour, timeOfHour } from '@hourspace/domain/booking-hours.ts'
import type { Review, SpaceDetails } from '#web/data/space-details.ts'

/** Returns the schema.org data of a space. `url` is absolute. */
export function structuredSpace(
  space: SpaceDetails,
  url: string,
  reviews: readonly Review[] = [],
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
    // The approximate public location. The exact location is in space_addresses, which this page
    // never reads.
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
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      opens: timeOfHour(firstBookableHour),
      closes: timeOfHour(lastBookableHour + 1),
    },
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
