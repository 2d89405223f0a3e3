import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useRequiredUser } from '#web/features/account/session.tsx'

export const meta = staticMeta({
  title: 'Edit listing',
  description: 'Change your listing.',
  path: paths.hosting(),
  noindex: true,
})

export default function HostingListing() {
  useRequiredUser()
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <h1 className="text-3xl">Edit listing</h1>
    </section>
  )
}
