import type { Route } from './+types/explore'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    { title: 'Explore Spaces', description: 'Explore Spaces', path: paths.explore() },
    matches,
  )
}

export default function Explore() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Explore Spaces</h1>
    </section>
  )
}
