import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** All routes of the app. Routes inside `shell` get the header, footer and bottom bar. */
export default [
  layout('routes/shell/route.tsx', [
    layout('routes/home/shelves.tsx', [index('routes/home/route.tsx')]),
    route('explore', 'routes/explore/route.tsx'),
    route('space/:id', 'routes/space/route.tsx'),
    route('hosts/:id', 'routes/host/route.tsx'),

    layout('routes/private/route.tsx', [
      route('create-listing', 'routes/create-listing/route.tsx'),
      layout('routes/hosting/route.tsx', [
        route('hosting', 'routes/hosting-today/route.tsx'),
        route('hosting/calendar', 'routes/hosting-calendar/route.tsx'),
        route('hosting/listings/:id', 'routes/hosting-listing/route.tsx'),
        route('hosting/listings/:id/hours', 'routes/hosting-rules/route.tsx'),
        route('hosting/listings/:id/calendars', 'routes/hosting-calendars/route.tsx'),
        route('hosting/earnings', 'routes/hosting-earnings/route.tsx'),
        route('hosting/reviews', 'routes/hosting-reviews/route.tsx'),
        route('my-listings', 'routes/my-listings/route.tsx'),
      ]),
      layout('routes/private/guest-area.tsx', [
        route('my-bookings', 'routes/my-bookings/route.tsx'),
        route('favorites', 'routes/favorites/route.tsx'),
      ]),
      layout('routes/private/own-area.tsx', [
        route('dashboard', 'routes/dashboard/route.tsx'),
        route('bookings/:id', 'routes/booking/route.tsx'),
        route('bookings/:id/review', 'routes/review/route.tsx'),
        route('messages', 'routes/messages/route.tsx', [
          route(':id', 'routes/messages/conversation.tsx'),
        ]),
        route('profile', 'routes/profile/route.tsx'),
        route('notifications', 'routes/notifications/route.tsx'),
        route('profile/security', 'routes/security/route.tsx'),
        route('privacy/settings', 'routes/privacy-settings/route.tsx'),
      ]),
      route('favorites/shared/:key', 'routes/shared-favorites/route.tsx'),
      layout('routes/private/admin-area.tsx', [
        route('admin', 'routes/admin/route.tsx'),
        route('admin/bookings', 'routes/admin-bookings/route.tsx'),
        route('admin/bookings/:id', 'routes/admin-booking/route.tsx'),
        route('admin/jobs', 'routes/admin-jobs/route.tsx'),
        route('admin/users', 'routes/admin-users/route.tsx'),
        route('admin/users/:id', 'routes/admin-user/route.tsx'),
        route('admin/listings', 'routes/admin-listings/route.tsx'),
        route('admin/audit', 'routes/admin-audit/route.tsx'),
        route('admin/inbox', 'routes/admin-inbox/route.tsx', [
          index('routes/admin-inbox/none-chosen.tsx'),
          route(':id', 'routes/admin-inbox/item.tsx'),
        ]),
      ]),
      route('first-admin', 'routes/first-admin/route.tsx'),
      route('booking-confirmation', 'routes/booking-confirmation/route.tsx'),
      route('auth/callback', 'routes/auth/callback.tsx'),
      route('auth/confirm', 'routes/auth/confirm.tsx'),
      route('reset-password', 'routes/auth/reset-password.tsx'),
      route('newsletter', 'routes/newsletter/route.tsx'),
      route('notifications/unsubscribe', 'routes/notifications/unsubscribe.tsx'),
    ]),

    route('about', 'routes/about/route.tsx'),
    route('contact', 'routes/contact/route.tsx'),
    route('careers', 'routes/careers/route.tsx'),
    route('press', 'routes/press/route.tsx'),
    route('press/:slug', 'routes/press/release.tsx'),
    route('blog', 'routes/blog/route.tsx'),
    route('blog/:slug', 'routes/blog/post.tsx'),
    route('help', 'routes/help/route.tsx'),
    route('cancellation', 'routes/policies/cancellation.tsx'),
    ...['safety', 'covid19', 'privacy', 'terms', 'cookies'].map((path) =>
      route(path, 'routes/policies/policy.tsx', { id: path }),
    ),
    route('sitemap', 'routes/sitemap/route.tsx'),

    route(':city', 'routes/cities/city.tsx'),
    route(':city/:type', 'routes/cities/city.tsx', { id: 'city-type' }),

    ...(process.env.NODE_ENV === 'production' ? [] : [route('_design', 'routes/design/route.tsx')]),
    route('*', 'routes/not-found/route.tsx'),
  ]),

  route('terms.pdf', 'routes/policies/terms-file.ts'),
  route('blog/feed.xml', 'routes/blog/feed.ts'),
  route('calendars/:file', 'routes/calendar-feed/route.ts'),
  route('robots.txt', 'routes/crawlers/robots.ts'),
  route('sitemap.xml', 'routes/crawlers/sitemap-index.ts'),
  route('sitemap/:file', 'routes/crawlers/sitemap-file.ts'),
  route('share.jpg', 'routes/share-pictures/site.ts'),
  route('space/:id/share.jpg', 'routes/share-pictures/space.ts'),
] satisfies RouteConfig
