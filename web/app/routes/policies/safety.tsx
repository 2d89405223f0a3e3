import type { Route } from './+types/safety'
import { safety } from '#web/content/safety.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/** The words stay on the server: they come as HTML and weigh nothing in the browser's code. */
export const loader = () => safety

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.safety() }, matches)
}

export default function Safety({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={loaderData} />
}
