import type { Route } from './+types/space'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta({ title: 'Space', description: 'Space', path: paths.space(params.id) }, matches)
}

export default function Space() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Space</h1>
    </section>
  )
}
