import type { Route } from './+types/home'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: 'Hourspace', description: 'Hourspace', path: paths.home() }, matches)
}

export default function Home() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Hourspace</h1>
    </section>
  )
}
