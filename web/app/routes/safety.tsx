import type { Route } from './+types/safety'
import { safety } from '#web/content/safety.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

const { title, description, lead, updated, sections } = safety

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title, description, path: paths.safety() }, matches)
}

export default function Safety() {
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections} />
    </div>
  )
}
