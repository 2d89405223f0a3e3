import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'

export const meta = staticMeta({
  title: 'Earnings',
  description: 'What your spaces earn.',
  path: paths.hostingEarnings(),
  noindex: true,
})

export default function HostingEarnings() {
  useRequiredUser()
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <h1 className="text-3xl">Earnings</h1>
    </section>
  )
}
