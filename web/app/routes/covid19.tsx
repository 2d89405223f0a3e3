import type { Route } from './+types/covid19'
import { covid19 } from '#web/content/covid19.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/** The words stay on the server: they come as HTML and weigh nothing in the browser's code. */
export const loader = () => covid19

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.covid19() }, matches)
}

export default function Covid19({ loaderData }: Route.ComponentProps) {
  const { title, lead, updated, sections } = loaderData
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections} />
    </div>
  )
}
