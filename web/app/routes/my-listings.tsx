import type { Route } from './+types/my-listings'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    { title: 'My Listings', description: 'My Listings', path: paths.myListings() },
    matches,
  )
}

export default function MyListings() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">My Listings</h1>
    </section>
  )
}
