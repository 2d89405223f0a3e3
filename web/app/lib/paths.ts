/** Paths of all pages and files of the site, so that screens contain no literal URLs. */

type Query = Record<string, string | number | null | undefined>

/** Appends those query parameters that have a value. */
function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** The time and the number of people of a search, as encoded in a URL. */
export type TimeQuery = {
  /** Calendar day (YYYY-MM-DD) in the time of each space. */
  date?: string | undefined
  /** Start such as `14:00` in the time of each space. */
  from?: string | undefined
  hours?: string | undefined
  guests?: string | undefined
}

/** Filters of the space lists in a URL. */
export type SpacesQuery = TimeQuery & {
  q?: string | undefined
  type?: string | undefined
  location?: string | undefined
  region?: string | undefined
  /** Maximum all-in price in `currency`. */
  max?: string | undefined
  currency?: string | undefined
  /** Amenities, separated by commas. */
  amenities?: string | undefined
  /** Cancellation policies, separated by commas. */
  policy?: string | undefined
  /** `instant`: only spaces that are booked without an answer of the host. */
  book?: string | undefined
  /** Minimum rating. */
  rating?: string | undefined
  /** West, south, east and north in degrees, separated by commas. */
  bounds?: string | undefined
  sort?: string | undefined
  /** Cursor of the next page. */
  after?: string | undefined
}

export const paths = {
  home: (query: SpacesQuery = {}) => withQuery('/', query),
  explore: (query: SpacesQuery = {}) => withQuery('/explore', query),
  /** `time` preselects the time and the number of people in the booking form. */
  space: (space: string | { id: string; slug: string | null }, time: TimeQuery = {}) =>
    withQuery(
      `/space/${encodeURIComponent(typeof space === 'string' ? space : (space.slug ?? space.id))}`,
      time,
    ),
  /** `version` changes with the space, so that caches fetch the new link preview image. */
  spaceSharePicture: (id: string, version?: string) =>
    withQuery(`/space/${encodeURIComponent(id)}/share.jpg`, { v: version }),
  sharePicture: () => '/share.jpg',
  /** The public page of a host. */
  host: (id: string, query: { shown?: number } = {}) =>
    withQuery(`/hosts/${encodeURIComponent(id)}`, query),
  favorites: (query: { list?: string } = {}) => withQuery('/favorites', query),
  /** A favorite list under its secret key, readable without signing in. */
  sharedFavorites: (key: string, query: { shown?: number } = {}) =>
    withQuery(`/favorites/shared/${encodeURIComponent(key)}`, query),
  createListing: () => '/create-listing',
  myListings: () => '/my-listings',
  hosting: () => '/hosting',
  /** `space` is the id of the shown space, `week` or `month` a date (YYYY-MM-DD) in it. */
  hostingCalendar: (query: { space?: string; week?: string; month?: string } = {}) =>
    withQuery('/hosting/calendar', query),
  /** Opening hours, limits, prices and discounts of a space. */
  hostingRules: (id: string) => `/hosting/listings/${encodeURIComponent(id)}/hours`,
  hostingListing: (id: string) => `/hosting/listings/${encodeURIComponent(id)}`,
  /** Export and import of a space's calendars. */
  hostingCalendars: (id: string) => `/hosting/listings/${encodeURIComponent(id)}/calendars`,
  /** The export feed of a space under its secret token. */
  calendarFeed: (token: string) => `/calendars/${encodeURIComponent(token)}.ics`,
  hostingEarnings: (query: { year?: string } = {}) => withQuery('/hosting/earnings', query),
  /** `show` is the filter chip and `q` the searched space name. */
  myBookings: (query: { show?: string; q?: string } = {}) => withQuery('/my-bookings', query),
  booking: (id: string) => `/bookings/${encodeURIComponent(id)}`,
  /** The reviews of a booking by its guest and its host. */
  review: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/review`,
  /** Stripe redirects guests to this URL after payment. Free bookings use `booking` instead. */
  bookingConfirmation: (query: { booking?: string; payment_intent_client_secret?: string } = {}) =>
    withQuery('/booking-confirmation', query),
  /** The inbox. */
  messages: () => '/messages',
  conversation: (id: string) => `/messages/${encodeURIComponent(id)}`,
  dashboard: () => '/dashboard',
  /** Identity providers and links from the backend redirect to this page. */
  authCallback: (query: { next?: string } = {}) => withQuery('/auth/callback', query),
  /** Target of links in account emails. The send-email hook sets `type` and `token_hash`. */
  authConfirm: (query: { type?: string; token_hash?: string; next?: string } = {}) =>
    withQuery('/auth/confirm', query),
  resetPassword: () => '/reset-password',
  profile: () => '/profile',
  notifications: () => '/notifications',
  /** Target of the unsubscribe links in emails about notifications. */
  unsubscribe: (query: { key?: string; group?: string } = {}) =>
    withQuery('/notifications/unsubscribe', query),
  security: () => '/profile/security',
  admin: () => '/admin',
  /** Target of the link that the first start logs. The token is in the fragment. */
  firstAdmin: () => '/first-admin',
  /** `q` is the searched text and `status` the filter chip. */
  adminBookings: (query: { q?: string; status?: string } = {}) =>
    withQuery('/admin/bookings', query),
  /** `state` is the filter chip: new, answered or closed. */
  adminListings: (query: { q?: string; state?: string } = {}) =>
    withQuery('/admin/listings', query),
  adminInbox: (query: { state?: string } = {}) => withQuery('/admin/inbox', query),
  adminInboxItem: (id: string, query: { state?: string } = {}) =>
    withQuery(`/admin/inbox/${encodeURIComponent(id)}`, query),
  adminJobs: () => '/admin/jobs',
  adminUsers: (query: { q?: string } = {}) => withQuery('/admin/users', query),
  adminUser: (id: string) => `/admin/users/${encodeURIComponent(id)}`,
  adminAudit: () => '/admin/audit',
  adminBooking: (id: string) => `/admin/bookings/${encodeURIComponent(id)}`,
  city: (city: string, type?: string, query: SpacesQuery = {}) =>
    withQuery(
      `/${[city, type]
        .filter((part) => part !== undefined)
        .map(encodeURIComponent)
        .join('/')}`,
      query,
    ),
  about: () => '/about',
  /** `booking` is the id of the booking that the message is about. */
  contact: (query: { subject?: string; booking?: string } = {}) => withQuery('/contact', query),
  /** If `position` (a job opening's slug) is set, the careers page opens its application form. */
  careers: (query: { position?: string } = {}) => withQuery('/careers', query),
  press: () => '/press',
  pressRelease: (slug: string) => `/press/${encodeURIComponent(slug)}`,
  blog: (query: { category?: string } = {}) => withQuery('/blog', query),
  blogPost: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  blogFeed: () => '/blog/feed.xml',
  help: (query: { q?: string; category?: string } = {}) => withQuery('/help', query),
  safety: () => '/safety',
  cancellation: () => '/cancellation',
  covid19: () => '/covid19',
  privacy: () => '/privacy',
  privacySettings: () => '/privacy/settings',
  terms: () => '/terms',
  termsFile: () => '/terms.pdf',
  sitemap: () => '/sitemap',
  sitemapIndex: () => '/sitemap.xml',
  sitemapFile: (name: string) => `/sitemap/${encodeURIComponent(name)}.xml`,
  cookies: () => '/cookies',
  /** Target of the confirmation and unsubscribe links in newsletter emails. */
  newsletter: (query: { token?: string; action?: 'confirm' | 'unsubscribe' } = {}) =>
    withQuery('/newsletter', query),
}
