import type { Route } from './+types/cookies'
import { cookies } from '#web/content/cookies.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

const { title, description, lead, updated, sections } = cookies

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title, description, path: paths.cookies() }, matches)
}

export default function Cookies() {
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections} />
    </div>
  )
}
