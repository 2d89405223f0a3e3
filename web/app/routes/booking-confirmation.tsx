import type { Route } from './+types/booking-confirmation'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Booking confirmation',
      description: 'Booking confirmation',
      path: paths.bookingConfirmation(),
    },
    matches,
  )
}

export default function BookingConfirmation() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Booking confirmation</h1>
    </section>
  )
}
