import type { Route } from './+types/dashboard'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    { title: 'Dashboard', description: 'Dashboard', path: paths.dashboard() },
    matches,
  )
}

export default function Dashboard() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Dashboard</h1>
    </section>
  )
}
