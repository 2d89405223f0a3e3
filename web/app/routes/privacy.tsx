import type { Route } from './+types/privacy'
import { privacy } from '#web/content/privacy.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

const { title, description, lead, updated, sections } = privacy

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title, description, path: paths.privacy() }, matches)
}

export default function Privacy() {
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
