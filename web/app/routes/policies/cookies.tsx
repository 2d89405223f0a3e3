import type { Route } from './+types/cookies'
import { cookies } from '#web/content/cookies.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export const loader = () => cookies

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.cookies() }, matches)
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={loaderData} />
}
