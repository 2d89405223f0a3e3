import type { Route } from './+types/safety'
import { safety } from '#web/content/safety.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export const loader = () => safety

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.safety() }, matches)
}

export default function Safety({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={loaderData} />
}
