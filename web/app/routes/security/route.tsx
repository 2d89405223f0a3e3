import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type User, useUserOrHome } from '#web/features/account/session.tsx'
import { authSettings } from '#web/features/account/auth-settings.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailSection } from './email-section.tsx'
import { EventsSection } from './events-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { ownAccount, secondSteps } from './own-account.ts'
import { PasswordSection } from './password-section.tsx'
import { focusSection, Section, securityKey } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export const meta = staticMeta({
  title: 'Security',
  description: 'Your password, two-step verification, and where you are signed in.',
  path: paths.security(),
  noindex: true,
})

export default function Security() {
  const user = useUserOrHome()
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <PageHeader
        compact
        crumbs={[{ label: 'Profile', to: paths.profile() }]}
        title="Security"
        lead="How you sign in, where you’re signed in, and recent activity."
      />
      {user ? <Sections key={user.id} user={user} /> : <Waiting />}
    </div>
  )
}

const columns = 'grid items-start gap-6 lg:grid-cols-2'
const column = 'flex min-w-0 flex-col gap-6'

const load = async () => {
  const [account, steps, { providers }] = await Promise.all([
    ownAccount(),
    secondSteps(),
    authSettings(),
  ])
  return { account, steps, providers }
}

function Sections({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const query = useQuery({ queryKey: [...securityKey(user.id), 'account'], queryFn: load })
  const { data, refetch } = query
  const error = query.error && messageOf(query.error, 'Failed to fetch your account')
  const changed = () => void queryClient.invalidateQueries({ queryKey: securityKey(user.id) })
  const reload = () => void refetch()

  // Reloads the account if the session has another email, for example after an email link in
  // another tab.
  const follow = useEffectEvent((email: string) => {
    if (data && data.account.email !== email) reload()
  })
  useEffect(() => follow(user.email), [user.email])

  const isLoaded = data !== undefined
  // Scrolls to the section in the URL, which did not exist when the page opened.
  useEffect(() => {
    if (isLoaded && location.hash) focusSection(location.hash.slice(1))
  }, [isLoaded])

  if (!data) return error ? <RetryBanner message={error} onRetry={reload} /> : <Waiting />
  const { account, steps, providers } = data
  const hasOtherWays = providers.length > 0 || account.identities.length > 1
  return (
    <>
      {error && <RetryBanner message={error} onRetry={reload} />}
      <div className={columns}>
        <div className={column}>
          {account.isManagedByCompany ? (
            <Section
              id="email"
              title="Email and password"
              lead="Your company manages your email and password."
            >
              <strong className="wrap-anywhere">{account.email}</strong>
            </Section>
          ) : (
            <>
              <PasswordSection email={account.email} onChanged={changed} />
              <EmailSection account={account} onChanged={changed} />
            </>
          )}
        </div>
        <div className={column}>
          <FactorsSection account={account} steps={steps} onChanged={changed} />
          {hasOtherWays && (
            <IdentitiesSection account={account} providers={providers} onChanged={changed} />
          )}
          <SessionsSection userId={user.id} />
        </div>
      </div>
      <EventsSection userId={user.id} />
    </>
  )
}

function Waiting() {
  return (
    <div className={columns}>
      <output className="sr-only">Loading your account</output>
      <div className={column}>
        <Skeleton className="h-120 rounded-card" />
        <Skeleton className="h-54 rounded-card" />
      </div>
      <div className={column}>
        <Skeleton className="h-54 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  )
}
