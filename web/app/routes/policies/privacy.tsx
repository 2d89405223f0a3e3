import type { Route } from './+types/privacy'
import { privacy } from '#web/content/privacy.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export const loader = () => privacy

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.privacy() }, matches)
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <PolicyPage policy={loaderData}>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.privacySettings()}>Manage Privacy Settings</LinkButton>
        <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
          Contact Privacy Team
        </LinkButton>
      </div>
    </PolicyPage>
  )
}
