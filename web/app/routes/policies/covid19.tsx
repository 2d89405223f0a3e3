import type { Route } from './+types/covid19'
import { covid19 } from '#web/content/covid19.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export const loader = () => covid19

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.covid19() }, matches)
}

export default function Covid19({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={loaderData} />
}
