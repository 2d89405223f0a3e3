import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { paths } from './paths.ts'

const toObject = ({ path, index, file, children }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, id: file }
    : { ...(path ? { path } : {}), id: file, children: (children ?? []).map(toObject) }

const table = routes.map(toObject)

const fileFor = (url: string) => matchRoutes(table, url)?.at(-1)?.route.id

test('every path helper leads to its own screen', () => {
  const links = Object.entries(paths).map(([name, link]) => [name, fileFor(link('x' as never))])
  expect(Object.fromEntries(links)).toMatchInlineSnapshot(`
    {
      "about": "routes/about.tsx",
      "admin": "routes/admin.tsx",
      "authCallback": "routes/auth-callback.tsx",
      "authConfirm": "routes/auth-confirm.tsx",
      "blog": "routes/blog.tsx",
      "blogFeed": "routes/blog-feed.ts",
      "blogPost": "routes/blog-post.tsx",
      "bookingConfirmation": "routes/booking-confirmation.tsx",
      "cancellation": "routes/cancellation.tsx",
      "careers": "routes/careers.tsx",
      "city": "routes/city.tsx",
      "contact": "routes/contact.tsx",
      "cookies": "routes/cookies.tsx",
      "covid19": "routes/covid19.tsx",
      "createListing": "routes/create-listing.tsx",
      "dashboard": "routes/dashboard.tsx",
      "explore": "routes/explore.tsx",
      "help": "routes/help.tsx",
      "home": "routes/home.tsx",
      "myBookings": "routes/my-bookings.tsx",
      "myListings": "routes/my-listings.tsx",
      "newsletter": "routes/newsletter.tsx",
      "press": "routes/press.tsx",
      "pressRelease": "routes/press-release.tsx",
      "privacy": "routes/privacy.tsx",
      "privacySettings": "routes/privacy-settings.tsx",
      "profile": "routes/profile.tsx",
      "resetPassword": "routes/reset-password.tsx",
      "safety": "routes/safety.tsx",
      "security": "routes/security.tsx",
      "sharePicture": "routes/share-picture.ts",
      "sitemap": "routes/sitemap.tsx",
      "sitemapFile": "routes/sitemap-file.ts",
      "sitemapIndex": "routes/sitemap-index.ts",
      "space": "routes/space.tsx",
      "spaceSharePicture": "routes/space-share-picture.ts",
      "terms": "routes/terms.tsx",
      "termsFile": "routes/terms-file.ts",
    }
  `)
})

test('a filter without a value leaves no trace in the link', () => {
  expect(paths.explore()).toBe('/explore')
  expect(paths.explore({ q: '', type: 'studio' })).toBe('/explore?type=studio')
})

test('a search text is encoded', () => {
  expect(paths.explore({ q: 'São Paulo & co' })).toBe('/explore?q=S%C3%A3o+Paulo+%26+co')
  expect(paths.space('a/b')).toBe('/space/a%2Fb')
})

test('a space is found by its readable address, or by its id without one', () => {
  expect(paths.space({ id: '1', slug: 'loft-tokyo-1' })).toBe('/space/loft-tokyo-1')
  expect(paths.space({ id: '1', slug: null })).toBe('/space/1')
})
