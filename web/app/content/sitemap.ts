import { paths } from '#web/lib/paths.ts'
import { popularCities } from './cities/popular.ts'

/** Links of the page `/sitemap` by group. Search engines use `/sitemap.xml` instead. */
export const sitemapGroups: Readonly<Record<string, ReadonlyArray<[label: string, to: string]>>> = {
  'Main Pages': [
    ['Home', paths.home()],
    ['Explore Spaces', paths.explore()],
  ],
  'User Account': [
    ['Dashboard', paths.dashboard()],
    ['Create Listing', paths.createListing()],
    ['My Bookings', paths.dashboard()],
  ],
  Company: [
    ['About', paths.about()],
    ['Careers', paths.careers()],
    ['Press', paths.press()],
    ['Blog', paths.blog()],
  ],
  Support: [
    ['Help Center', paths.help()],
    ['Contact', paths.contact()],
    ['Safety', paths.safety()],
    ['Cancellation Policy', paths.cancellation()],
    ['COVID-19 Response', paths.covid19()],
  ],
  Legal: [
    ['Privacy Policy', paths.privacy()],
    ['Terms of Service', paths.terms()],
    ['Cookies', paths.cookies()],
  ],
  'Popular Cities': popularCities.map(({ name, slug }) => [name, paths.city(slug)]),
}
