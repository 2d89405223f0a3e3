import { company } from '@hourspace/domain/company.ts'
import type { Screen } from './screen.ts'
import { mostReviewedSpace, pageOfHost } from './shown-records.ts'

const found: readonly Screen[] = [
  { name: 'home', path: '/', heading: `${company.name}: spaces to rent by the hour`, title: '' },
  { name: 'explore', path: '/explore', heading: 'Explore Spaces', title: 'Explore Spaces' },
  {
    name: 'explore-filtered',
    path: '/explore?type=meeting-room&location=Tokyo&sort=price-low',
    heading: 'Explore Spaces',
    title: 'Explore Spaces',
    isVariant: true,
  },
  {
    name: 'explore-empty',
    path: '/explore?q=xyzzyqq',
    heading: 'Explore Spaces',
    title: 'Explore Spaces',
    shows: 'No spaces found. Try adjusting your filters.',
  },
  {
    name: 'space',
    path: mostReviewedSpace,
    heading: /./,
    title: /./,
    shows: 'Weekly availability',
  },
  { name: 'host', path: pageOfHost, heading: /./, title: /, host$/, shows: /’s spaces$/ },
  { name: 'city', path: '/new-york', heading: /New York/, title: /New York/ },
  {
    name: 'city-san-jose',
    path: '/san-jose',
    heading: /San Jose/,
    title: /San Jose/,
    isVariant: true,
  },
  { name: 'city-curated', path: '/tokyo', heading: /Tokyo/, title: /Tokyo/, isVariant: true },
  {
    name: 'city-type',
    path: '/tokyo/photo-space',
    heading: 'Photo Space rentals in Tokyo',
    title: 'Photo Space rentals in Tokyo',
  },
  {
    name: 'city-type-empty',
    path: '/bangkok/podcast-studio',
    heading: 'Podcast Studio rentals in Bangkok',
    title: 'Podcast Studio rentals in Bangkok',
    shows: 'No Podcast Studio rentals in Bangkok yet.',
  },
]

const companyScreens: readonly Screen[] = [
  { name: 'about', path: '/about', heading: 'Rooms worth an hour.', title: 'About' },
  { name: 'contact', path: '/contact', heading: 'Talk to us', title: 'Contact' },
  { name: 'careers', path: '/careers', heading: 'Work on rooms worth an hour', title: 'Careers' },
  {
    name: 'career',
    path: '/careers?position=payments-engineer',
    heading: 'Payments Engineer',
    title: 'Payments Engineer · Careers',
  },
  { name: 'press', path: '/press', heading: 'For journalists', title: 'Press' },
  {
    name: 'press-release',
    path: '/press/double-bookings-made-impossible',
    heading: /./,
    title: /./,
  },
  { name: 'blog', path: '/blog', heading: 'Notes from the rooms', title: 'Blog' },
  {
    name: 'blog-category',
    path: '/blog?category=technology',
    heading: 'Notes from the rooms',
    title: 'Technology · Blog',
    isVariant: true,
  },
  {
    name: 'blog-post',
    path: '/blog/no-double-bookings',
    heading: 'How we made a double booking impossible',
    title: 'How we made a double booking impossible',
  },
  {
    name: 'newsletter',
    path: '/newsletter',
    heading: 'New spaces and ideas, once a month',
    title: 'Newsletter',
  },
  {
    name: 'unsubscribe',
    path: '/notifications/unsubscribe',
    heading: 'This link doesn’t work',
    title: 'Unsubscribe',
  },
]

const support: readonly Screen[] = [
  { name: 'help', path: '/help', heading: 'Help Center', title: 'Help Center' },
  {
    name: 'help-search',
    path: '/help?q=refund',
    heading: 'Help Center',
    title: 'Help Center',
    isVariant: true,
  },
  { name: 'safety', path: '/safety', heading: 'Safety', title: 'Safety' },
  {
    name: 'cancellation',
    path: '/cancellation',
    heading: 'Cancellation Policy',
    title: 'Cancellation Policy',
  },
  { name: 'covid19', path: '/covid19', heading: 'COVID-19 Response', title: 'COVID-19 Response' },
  { name: 'privacy', path: '/privacy', heading: 'Privacy Policy', title: 'Privacy Policy' },
  { name: 'terms', path: '/terms', heading: 'Terms of Service', title: 'Terms of Service' },
  { name: 'cookies', path: '/cookies', heading: 'Cookies', title: 'Cookies' },
  { name: 'sitemap', path: '/sitemap', heading: 'Sitemap', title: 'Sitemap' },
]

const lost: readonly Screen[] = (
  [
    ['space-not-found', '/space/no-such-room', 'Space not found'],
    ['city-not-found', '/atlantis', 'Location not found'],
    ['type-not-found', '/tokyo/submarine', 'Location not found'],
    ['post-not-found', '/blog/no-such-article', 'Article not found'],
    ['not-found', '/no/such/page', 'Page not found'],
  ] as const
).map(([name, path, heading]) => ({ name, path, heading, title: heading, status: 404 }))

export const publicScreens: readonly Screen[] = [...found, ...companyScreens, ...support, ...lost]
