import { paths } from '#web/lib/paths.ts'
import { popularCities } from './cities/popular.ts'

type Group = { title: string; links: ReadonlyArray<{ label: string; to: string }> }

/** Links of the page `/sitemap`. Search engines use `/sitemap.xml` instead. */
export const sitemapGroups: readonly Group[] = [
  {
    title: 'Main Pages',
    links: [
      { label: 'Home', to: paths.home() },
      { label: 'Explore Spaces', to: paths.explore() },
    ],
  },
  {
    title: 'User Account',
    links: [
      { label: 'Dashboard', to: paths.dashboard() },
      { label: 'Create Listing', to: paths.createListing() },
      { label: 'My Bookings', to: paths.dashboard() },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: paths.about() },
      { label: 'Careers', to: paths.careers() },
      { label: 'Press', to: paths.press() },
      { label: 'Blog', to: paths.blog() },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'Help Center', to: paths.help() },
      { label: 'Contact', to: paths.contact() },
      { label: 'Safety', to: paths.safety() },
      { label: 'Cancellation Policy', to: paths.cancellation() },
      { label: 'COVID-19 Response', to: paths.covid19() },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', to: paths.privacy() },
      { label: 'Terms of Service', to: paths.terms() },
      { label: 'Cookies', to: paths.cookies() },
    ],
  },
  {
    title: 'Popular Cities',
    links: popularCities.map(({ name, slug }) => ({
      label: name,
      to: paths.city(slug),
    })),
  },
]
