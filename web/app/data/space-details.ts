import type { BookingRules, PriceRow } from '@hourspace/domain/booking-rules.ts'
import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import type { Extra } from '@hourspace/domain/extras.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import type { Client } from './client.ts'
import { type ListedSpace, spacesById } from './spaces.ts'

/**
 * Opening hours of a weekday or date. Bookings may start at the full hours from `first_start` to
 * `last_start`, which are null on a closed day. Bookings must end at most `out_by` hours after
 * midnight; null sets no limit.
 */
export type OpeningHours = Omit<BookingRules['opening_hours'][number], 'weekday'>

/**
 * The host's rules for bookings as rows of the database, with one price row per weekday. Weekdays
 * without opening hours have the default hours. Date exceptions replace the opening hours of the
 * weekday on single dates (YYYY-MM-DD).
 */
export type BookingRuleRows = Omit<
  BookingRules,
  'booking_mode' | 'instant_needs_verified' | 'price_rules'
> & { price_rules: PriceRow[] }

/** The data of the space page. `price` is a decimal amount per hour. */
export type SpaceDetails = BookingRuleRows & {
  id: string
  slug: string | null
  user_id: string
  title: string
  description: string
  type: string
  price: number
  currency: Currency
  location: string
  country: string
  capacity: number
  amenities: string[]
  images: string[]
  image_previews: string[]
  image_captions: string[]
  available: boolean
  status: string
  rating: number
  reviewCount: number
  meta_description: string | null
  meta_keywords: string[] | null
  time_zone: string
  cancellation_policy: CancellationPolicy
  /** In the mode `request`, the host accepts or declines each booking. */
  booking_mode: 'instant' | 'request'
  house_rules: string
  included: string[]
  neighborhood: string
  /** Public coordinates in degrees, 200 to 400 meters from the exact address. */
  latitude: number | null
  longitude: number | null
  updated_at: string
}

/** Columns that a query selects to return `BookingRuleRows`. */
export const ruleColumns =
  'buffer_minutes, lead_hours, horizon_days, minimum_hours, maximum_hours, opening_hours:space_opening_hours(weekday, first_start, last_start, out_by), date_exceptions:space_date_exceptions(date, first_start, last_start, out_by), price_rules:space_price_rules(weekday, from_hour, to_hour, price), length_discounts:space_length_discounts(minimum_hours, percentage)' as const

const columns =
  `id, slug, user_id, title, description, type, price, currency, location, country, capacity, amenities, images, image_previews, image_captions, available, status, rating, reviewCount, meta_description, meta_keywords, time_zone, cancellation_policy, booking_mode, house_rules, included, neighborhood, latitude, longitude, updated_at, ${ruleColumns}` as const

/** Returns the space with an id or slug; null if not found. Throws PostgREST errors. */
export async function findSpace(client: Client, idOrSlug: string): Promise<SpaceDetails | null> {
  // Skips the query for text with a NUL character, because PostgreSQL rejects such text.
  if (idOrSlug.includes('\0')) return null
  const { data } = await client
    .from('spaces')
    .select(columns)
    .eq(isUuid(idOrSlug) ? 'id' : 'slug', idOrSlug)
    .maybeSingle()
    .throwOnError()
  return data as SpaceDetails | null
}

export type Person = {
  id: string
  full_name: string | null
  avatar_url: string | null
  bio: string
  /** `languages` are BCP 47 tags. */
  languages: string[]
  /** `created_at` is when the user joined, in ISO 8601. */
  created_at: string
}

export async function findHost(client: Client, userId: string): Promise<Person | null> {
  const { data } = await client
    .from('people')
    .select('id, full_name, avatar_url, bio, languages, created_at')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  return data as Person | null
}

/** Returns the extras that a space offers, in the host's order. */
export async function spaceExtras(client: Client, spaceId: string): Promise<Extra[]> {
  const { data } = await client
    .from('space_extras')
    .select('id, name, price, unit')
    .eq('space_id', spaceId)
    .order('position')
    .throwOnError()
  return data as Extra[]
}

export type Review = {
  id: string
  rating: number
  comment: string | null
  created_at: string
  /** `author_name` is first name and initial; "Former guest" after account deletion. */
  author_name: string
  photos: string[]
  answer: string | null
}

export const reviewColumns = 'id, rating, comment, created_at, author_name, photos, answer' as const

export async function latestReviews(client: Client, spaceId: string, limit = 6): Promise<Review[]> {
  const { data } = await client
    .from('space_reviews')
    .select(reviewColumns)
    .eq('space_id', spaceId)
    .order('created_at', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data as Review[]
}

/** Returns the numbers of reviews with 1, 2, 3, 4 and 5 stars, in this order. */
export async function reviewCounts(client: Client, spaceId: string): Promise<number[]> {
  const { data } = await client
    .from('review_counts')
    .select('rating, reviews')
    .eq('space_id', spaceId)
    .throwOnError()
  return [1, 2, 3, 4, 5].map((stars) => data.find((row) => row.rating === stars)?.reviews ?? 0)
}

export type AspectRatings = Record<'accuracy' | 'cleanliness' | 'access' | 'value', number | null>

/** Returns the mean ratings of a space's aspects with one decimal; null without reviews. */
export async function aspectRatings(
  client: Client,
  spaceId: string,
): Promise<AspectRatings | null> {
  const { data } = await client
    .from('review_aspects')
    .select('accuracy, cleanliness, access, value')
    .eq('space_id', spaceId)
    .maybeSingle()
    .throwOnError()
  return data
}

/**
 * Returns at most 6 similar spaces: first those with the same city and type, then others with the
 * same city, then others with the same type. Fetches the spaces by id in a second request. The page
 * cache reads the ids from the URL of this request, so a change of one of these spaces removes the
 * page from the cache.
 */
export async function similarSpaces(client: Client, spaceId: string): Promise<ListedSpace[]> {
  const { data: ids } = await client
    .rpc('similar_spaces', { p_space_id: spaceId }, { get: true })
    .throwOnError()
  return spacesById(client, ids)
}
