/** Every link of the product. Screens never write a URL by hand. */

type Query = Record<string, string | number | null | undefined>

/** Appends the parameters that have a value: `withQuery('/explore', { q: 'loft', type: '' })`. */
function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** What the lists of spaces are filtered by; `after` is where a further page begins. */
export type SpacesQuery = {
  q?: string
  type?: string
  location?: string
  region?: string
  sort?: string
  after?: string
}

export const paths = {
  home: (query: SpacesQuery = {}) => withQuery('/', query),
  explore: (query: SpacesQuery = {}) => withQuery('/explore', query),
  /** A space by its readable address where it has one, otherwise by its id. */
  space: (space: string | { id: string; slug: string | null }) =>
    `/space/${encodeURIComponent(typeof space === 'string' ? space : (space.slug ?? space.id))}`,
  /** The picture that link previews of a space show; `version` changes when the space does. */
  spaceSharePicture: (id: string, version?: string) =>
    withQuery(`/space/${encodeURIComponent(id)}/share.jpg`, { v: version }),
  sharePicture: () => '/share.jpg',
  createListing: () => '/create-listing',
  myListings: () => '/my-listings',
  myBookings: () => '/my-bookings',
  /** Where Stripe sends the guest back with `payment_intent_client_secret`; `booking` when nothing was to pay. */
  bookingConfirmation: (query: { booking?: string; payment_intent_client_secret?: string } = {}) =>
    withQuery('/booking-confirmation', query),
  dashboard: () => '/dashboard',
  /** Where providers and the backend's own links send people back to, signed in or with an error. */
  authCallback: (query: { next?: string } = {}) => withQuery('/auth/callback', query),
  /** Where the links of mails lead, with `type` and `token_hash` as the mail's hook gets them. */
  authConfirm: (query: { type?: string; token_hash?: string; next?: string } = {}) =>
    withQuery('/auth/confirm', query),
  resetPassword: () => '/reset-password',
  profile: () => '/profile',
  /** Password, second steps, sessions. */
  security: () => '/profile/security',
  admin: () => '/admin',
  city: (city: string, type?: string) =>
    `/${[city, type]
      .filter((part) => part !== undefined)
      .map(encodeURIComponent)
      .join('/')}`,
  about: () => '/about',
  contact: (query: { subject?: string } = {}) => withQuery('/contact', query),
  /** With `position`, an opening's slug, its application form. */
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
  /** 'Manage Privacy Settings': the account's data as a file, and its deletion. */
  privacySettings: () => '/privacy/settings',
  terms: () => '/terms',
  termsFile: () => '/terms.pdf',
  sitemap: () => '/sitemap',
  /** For search engines. */
  sitemapIndex: () => '/sitemap.xml',
  sitemapFile: (name: string) => `/sitemap/${encodeURIComponent(name)}.xml`,
  cookies: () => '/cookies',
  /** Where the links of the newsletter's letters lead: confirmation and goodbye. */
  newsletter: (query: { token?: string; action?: 'confirm' | 'unsubscribe' } = {}) =>
    withQuery('/newsletter', query),
}
