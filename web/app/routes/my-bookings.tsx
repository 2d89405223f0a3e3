import type { Route } from './+types/my-bookings'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    { title: 'My Bookings', description: 'My Bookings', path: paths.myBookings() },
    matches,
  )
}

export default function MyBookings() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">My Bookings</h1>
    </section>
  )
}
