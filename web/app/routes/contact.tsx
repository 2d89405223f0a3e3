import type { Route } from './+types/contact'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: 'Contact', description: 'Contact', path: paths.contact() }, matches)
}

export default function Contact() {
  return (
    <section className="page py-12">
      <h1 className="text-3xl">Contact</h1>
    </section>
  )
}
