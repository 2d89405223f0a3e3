import { Download } from 'lucide-react'
import type { Route } from './+types/terms'
import { terms } from '#web/content/terms.ts'
import { LongForm } from '#web/features/content/long-form.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** The words stay on the server: they come as HTML and weigh nothing in the browser's code. */
export const loader = () => terms

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.terms() }, matches)
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { title, lead, updated, sections } = loaderData
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated} />
      <LongForm sections={sections}>
        <div className="flex flex-wrap gap-3 print:hidden">
          <a href={paths.termsFile()} download="hourspace-terms.pdf" className={buttonStyles({})}>
            <Download aria-hidden className="size-5" />
            Download Full Terms
          </a>
          <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
            Contact Legal Team
          </LinkButton>
        </div>
      </LongForm>
    </div>
  )
}
