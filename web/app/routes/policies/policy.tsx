import { Download } from 'lucide-react'
import type { Route } from './+types/policy'
import { cookies } from '#web/content/cookies.ts'
import { covid19 } from '#web/content/covid19.ts'
import { privacy } from '#web/content/privacy.ts'
import { safety } from '#web/content/safety.ts'
import { terms } from '#web/content/terms.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PolicyPage } from './policy-page.tsx'

const policies = { cookies, covid19, privacy, safety, terms }

/** Returns the policy from the server, so that the page's JavaScript does not contain the text. */
export function loader({ pattern }: Route.LoaderArgs) {
  // The path of the route, such as 'terms', is also the key of the policy.
  const name = pattern as keyof typeof policies
  return { name, policy: policies[name] }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.policy
  return pageMeta({ title, description, path: paths[loaderData.name]() }, matches)
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { name, policy } = loaderData
  return (
    <PolicyPage policy={policy}>
      {name === 'privacy' && (
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.privacySettings()}>Manage Privacy Settings</LinkButton>
          <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
            Contact Privacy Team
          </LinkButton>
        </div>
      )}
      {name === 'terms' && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <a href={paths.termsFile()} download="hourspace-terms.pdf" className={buttonStyles({})}>
            <Download aria-hidden className="size-5" />
            Download Full Terms
          </a>
          <LinkButton to={paths.contact({ subject: 'general' })} variant="secondary">
            Contact Legal Team
          </LinkButton>
        </div>
      )}
    </PolicyPage>
  )
}
