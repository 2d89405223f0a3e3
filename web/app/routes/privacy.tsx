import type { Route } from './+types/privacy'
import { privacy } from '#web/content/privacy.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** The words stay on the server: they come as HTML and weigh nothing in the browser's code. */
export const loader = () => privacy

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.privacy() }, matches)
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { title, lead, updated, sections } = loaderData
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections}>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.privacySettings()}>Manage Privacy Settings</LinkButton>
          <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
            Contact Privacy Team
          </LinkButton>
        </div>
      </LongForm>
    </div>
  )
}
