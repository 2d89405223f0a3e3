import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routeTable } from '#web/test-routes.ts'
import { paths } from './paths.ts'

const fileFor = (url: string) => matchRoutes(routeTable, url)?.at(-1)?.route.id

test('every path helper returns a path that matches its own route module', () => {
  const links = Object.entries(paths).map(([name, link]) => [name, fileFor(link('x' as never))])
  expect(Object.fromEntries(links)).toMatchInlineSnapshot(`
    {
      "about": "routes/about/route.tsx",
      "admin": "routes/admin/route.tsx",
      "adminAudit": "routes/admin-audit/route.tsx",
      "adminBooking": "routes/admin-booking/route.tsx",
      "adminBookings": "routes/admin-bookings/route.tsx",
      "adminInbox": "routes/admin-inbox/none-chosen.tsx",
      "adminInboxItem": "routes/admin-inbox/item.tsx",
      "adminJobs": "routes/admin-jobs/route.tsx",
      "adminListings": "routes/admin-listings/route.tsx",
      "adminUser": "routes/admin-user/route.tsx",
      "adminUsers": "routes/admin-users/route.tsx",
      "authCallback": "routes/auth/callback.tsx",
      "authConfirm": "routes/auth/confirm.tsx",
      "blog": "routes/blog/route.tsx",
      "blogFeed": "routes/blog/feed.ts",
      "blogPost": "routes/blog/post.tsx",
      "booking": "routes/booking/route.tsx",
      "bookingConfirmation": "routes/booking-confirmation/route.tsx",
      "calendarFeed": "routes/calendar-feed/route.ts",
      "cancellation": "routes/policies/cancellation.tsx",
      "careers": "routes/careers/route.tsx",
      "city": "routes/cities/city.tsx",
      "contact": "routes/contact/route.tsx",
      "conversation": "routes/messages/conversation.tsx",
      "cookies": "routes/policies/policy.tsx",
      "covid19": "routes/policies/policy.tsx",
      "createListing": "routes/create-listing/route.tsx",
      "dashboard": "routes/dashboard/route.tsx",
      "explore": "routes/explore/route.tsx",
      "favorites": "routes/favorites/route.tsx",
      "firstAdmin": "routes/first-admin/route.tsx",
      "help": "routes/help/route.tsx",
      "home": "routes/home/route.tsx",
      "host": "routes/host/route.tsx",
      "hosting": "routes/hosting-today/route.tsx",
      "hostingCalendar": "routes/hosting-calendar/route.tsx",
      "hostingCalendars": "routes/hosting-calendars/route.tsx",
      "hostingEarnings": "routes/hosting-earnings/route.tsx",
      "hostingListing": "routes/hosting-listing/route.tsx",
      "hostingReviews": "routes/hosting-reviews/route.tsx",
      "hostingRules": "routes/hosting-rules/route.tsx",
      "messages": "routes/messages/route.tsx",
      "myBookings": "routes/my-bookings/route.tsx",
      "myListings": "routes/my-listings/route.tsx",
      "newsletter": "routes/newsletter/route.tsx",
      "notifications": "routes/notifications/route.tsx",
      "press": "routes/press/route.tsx",
      "pressRelease": "routes/press/release.tsx",
      "privacy": "routes/policies/policy.tsx",
      "privacySettings": "routes/privacy-settings/route.tsx",
      "profile": "routes/profile/route.tsx",
      "resetPassword": "routes/auth/reset-password.tsx",
      "review": "routes/review/route.tsx",
      "safety": "routes/policies/policy.tsx",
      "security": "routes/security/route.tsx",
      "sharePicture": "routes/share-pictures/site.ts",
      "sharedFavorites": "routes/shared-favorites/route.tsx",
      "sitemap": "routes/sitemap/route.tsx",
      "sitemapFile": "routes/crawlers/sitemap-file.ts",
      "sitemapIndex": "routes/crawlers/sitemap-index.ts",
      "space": "routes/space/route.tsx",
      "spaceSharePicture": "routes/share-pictures/space.ts",
      "terms": "routes/policies/policy.tsx",
      "termsFile": "routes/policies/terms-file.ts",
      "unsubscribe": "routes/notifications/unsubscribe.tsx",
    }
  `)
})

test('path helpers omit query parameters without a value', () => {
  expect(paths.explore()).toBe('/explore')
  expect(paths.explore({ q: '', type: 'studio' })).toBe('/explore?type=studio')
})

test('path helpers encode search texts and path segments', () => {
  expect(paths.explore({ q: 'São Paulo & co' })).toBe('/explore?q=S%C3%A3o+Paulo+%26+co')
  expect(paths.space('a/b')).toBe('/space/a%2Fb')
})

test('paths.space uses the slug of a space, or the id of a space without a slug', () => {
  expect(paths.space({ id: '1', slug: 'loft-tokyo-1' })).toBe('/space/loft-tokyo-1')
  expect(paths.space({ id: '1', slug: null })).toBe('/space/1')
})
