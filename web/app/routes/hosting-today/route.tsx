import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'

export const meta = staticMeta({
  title: 'Today',
  description: 'Guests of today, requests and payouts.',
  path: paths.hosting(),
  noindex: true,
})

export default function HostingToday() {
  useRequiredUser()
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <h1 className="text-3xl">Today</h1>
    </section>
  )
}
