import type { Route } from './+types/about'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: 'About', description: 'About', path: paths.about() }, matches)
}

export default function About() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">About</h1>
    </section>
  )
}
