import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { sanJose, templatedCities } from './content/cities/popular.ts'

/** The whole URL map. Everything inside `shell` has the header, footer and bottom bar. */
export default [
  layout('routes/shell.tsx', [
    layout('routes/home-shelves.tsx', [index('routes/home.tsx')]),
    route('explore', 'routes/explore.tsx'),
    route('space/:id', 'routes/space.tsx'),

    route('create-listing', 'routes/create-listing.tsx'),
    route('my-listings', 'routes/my-listings.tsx'),
    route('my-bookings', 'routes/my-bookings.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('profile/security', 'routes/security.tsx'),
    route('admin', 'routes/admin.tsx'),
    route('booking-confirmation', 'routes/booking-confirmation.tsx'),
    route('dashboard', 'routes/dashboard.tsx'),
    route('auth/callback', 'routes/auth-callback.tsx'),
    route('auth/confirm', 'routes/auth-confirm.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),

    route('about', 'routes/about.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('newsletter', 'routes/newsletter.tsx'),
    route('careers', 'routes/careers.tsx'),
    route('press', 'routes/press.tsx'),
    route('press/:slug', 'routes/press-release.tsx'),
    route('blog', 'routes/blog.tsx'),
    route('blog/:slug', 'routes/blog-post.tsx'),
    route('help', 'routes/help.tsx'),
    route('safety', 'routes/safety.tsx'),
    route('cancellation', 'routes/cancellation.tsx'),
    route('covid19', 'routes/covid19.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('privacy/settings', 'routes/privacy-settings.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('cookies', 'routes/cookies.tsx'),
    route('sitemap', 'routes/sitemap.tsx'),

    ...templatedCities.map(({ slug }) => route(slug, 'routes/city-templated.tsx', { id: slug })),
    route(sanJose.slug, 'routes/city-san-jose.tsx'),
    route(':city', 'routes/city.tsx'),
    route(':city/:type', 'routes/city-type.tsx'),

    ...(process.env.NODE_ENV === 'production' ? [] : [route('_design', 'routes/design.tsx')]),
    route('*', 'routes/not-found.tsx'),
  ]),

  route('terms.pdf', 'routes/terms-file.ts'),
  route('blog/feed.xml', 'routes/blog-feed.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap-index.ts'),
  route('sitemap/:file', 'routes/sitemap-file.ts'),
  route('share.jpg', 'routes/share-picture.ts'),
  route('space/:id/share.jpg', 'routes/space-share-picture.ts'),
] satisfies RouteConfig
