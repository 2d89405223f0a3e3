/** Paths of all pages and files of the site, so that screens contain no literal URLs. */

type Query = Record<string, string | number | null | undefined>

/** Appends the query parameters that have a value. */
function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

export type TimeQuery = {
  /** `date` is a day (YYYY-MM-DD) in the time zone of each space. */
  date?: string | undefined
  /** `from` is a local start time such as `14:00`. */
  from?: string | undefined
  hours?: string | undefined
  guests?: string | undefined
}

export type SpacesQuery = TimeQuery & {
  q?: string | undefined
  type?: string | undefined
  location?: string | undefined
  region?: string | undefined
  /** `max` is the maximum price in `currency`, including the platform fee. */
  max?: string | undefined
  currency?: string | undefined
  /** `amenities` is a comma-separated list. */
  amenities?: string | undefined
  /** `policy` is a comma-separated list of cancellation policies. */
  policy?: string | undefined
  /** `book` can only be `instant`: spaces that guests book without the host's approval. */
  book?: string | undefined
  rating?: string | undefined
  /** `bounds` is west, south, east and north in degrees, separated by commas. */
  bounds?: string | undefined
  sort?: string | undefined
  after?: string | undefined
}

export const paths = {
  home: (query: SpacesQuery = {}) => withQuery('/', query),
  explore: (query: SpacesQuery = {}) => withQuery('/explore', query),
  /** `time` preselects the start, the duration and the number of people in the booking form. */
  space: (space: string | { id: string; slug: string | null }, time: TimeQuery = {}) =>
    withQuery(
      `/space/${encodeURIComponent(typeof space === 'string' ? space : (space.slug ?? space.id))}`,
      time,
    ),
  /**
   * `version` changes whenever the space changes, so that caches fetch the new link preview image.
   */
  spaceSharePicture: (id: string, version?: string) =>
    withQuery(`/space/${encodeURIComponent(id)}/share.jpg`, { v: version }),
  sharePicture: () => '/share.jpg',
  host: (id: string, query: { shown?: number } = {}) =>
    withQuery(`/hosts/${encodeURIComponent(id)}`, query),
  /** `date` is a day (YYYY-MM-DD) on which the listed spaces are free. */
  favorites: (query: { list?: string | undefined; date?: string | undefined } = {}) =>
    withQuery('/favorites', query),
  /** The page of a shared favorite list. The key is secret, and visitors need no sign-in. */
  sharedFavorites: (key: string, query: { shown?: number; date?: string | undefined } = {}) =>
    withQuery(`/favorites/shared/${encodeURIComponent(key)}`, query),
  createListing: () => '/create-listing',
  myListings: () => '/my-listings',
  hosting: () => '/hosting',
  /**
   * `space` is the id of a space. The others are dates (YYYY-MM-DD): `from` is the first of the
   * seven displayed days, `week` any day of a week from Sunday to Saturday, `month` any day of a
   * month. Without them, the seven days start today.
   */
  hostingCalendar: (query: { space?: string; from?: string; week?: string; month?: string } = {}) =>
    withQuery('/hosting/calendar', query),
  hostingRules: (id: string) => `/hosting/listings/${encodeURIComponent(id)}/hours`,
  hostingListing: (id: string) => `/hosting/listings/${encodeURIComponent(id)}`,
  hostingCalendars: (id: string) => `/hosting/listings/${encodeURIComponent(id)}/calendars`,
  /** The calendar export of a space. The token is secret. */
  calendarFeed: (token: string) => `/calendars/${encodeURIComponent(token)}.ics`,
  hostingEarnings: (query: { year?: string } = {}) => withQuery('/hosting/earnings', query),
  hostingReviews: () => '/hosting/reviews',
  /** `show` is the selected filter chip of My Bookings. `q` is the search text. */
  myBookings: (query: { show?: string; q?: string } = {}) => withQuery('/my-bookings', query),
  booking: (id: string) => `/bookings/${encodeURIComponent(id)}`,
  review: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/review`,
  /**
   * Stripe redirects guests to this page after payment. A free booking has no payment, so its id is
   * in `booking`. The page removes the booked time from the saved draft of `space`.
   */
  bookingConfirmation: (
    query: { booking?: string; space?: string; payment_intent_client_secret?: string } = {},
  ) => withQuery('/booking-confirmation', query),
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
  unsubscribe: (query: { key?: string; group?: string } = {}) =>
    withQuery('/notifications/unsubscribe', query),
  security: () => '/profile/security',
  admin: () => '/admin',
  /**
   * Target of the link that the server logs at startup if there is no admin. The token is in the
   * URL's fragment.
   */
  firstAdmin: () => '/first-admin',
  /** `q` is the search text of the admins' booking list. `status` is the selected filter chip. */
  adminBookings: (query: { q?: string; status?: string } = {}) =>
    withQuery('/admin/bookings', query),
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
  /** `booking` is the id of the booking that the contact message is about. */
  contact: (query: { subject?: string; booking?: string } = {}) => withQuery('/contact', query),
  /**
   * If `position` (the slug of a job opening) is set, the careers page opens the application form
   * for it.
   */
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
  newsletter: (query: { token?: string; action?: 'confirm' | 'unsubscribe' } = {}) =>
    withQuery('/newsletter', query),
}
