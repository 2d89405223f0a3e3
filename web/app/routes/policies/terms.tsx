import { Download } from 'lucide-react'
import type { Route } from './+types/terms'
import { terms } from '#web/content/terms.ts'
import { PolicyPage } from './policy-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/**
 * The policy's text is rendered on the server and sent as HTML, which keeps it out of the
 * JavaScript.
 */
export const loader = () => terms

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData
  return pageMeta({ title, description, path: paths.terms() }, matches)
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <PolicyPage policy={loaderData}>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a href={paths.termsFile()} download="hourspace-terms.pdf" className={buttonStyles({})}>
          <Download aria-hidden className="size-5" />
          Download Full Terms
        </a>
        <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
          Contact Legal Team
        </LinkButton>
      </div>
    </PolicyPage>
  )
}
