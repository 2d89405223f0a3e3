import type { Route } from './+types/create-listing'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    { title: 'Create Listing', description: 'Create Listing', path: paths.createListing() },
    matches,
  )
}

export default function CreateListing() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Create Listing</h1>
    </section>
  )
}
