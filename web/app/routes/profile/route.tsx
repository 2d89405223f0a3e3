import { LockKeyhole, type LucideIcon, ShieldCheck } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { company } from '@hourspace/domain/company.ts'
import { billingDetails } from '#web/data/billing-details.ts'
import { profileDetailsOf, profileOf } from '#web/data/profiles.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrHome } from '#web/features/account/session.tsx'
import { LeaveGuard } from '#web/features/shell/leave-guard.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { ProfileForm, type UnsavedProfile } from './profile-form.tsx'
import { BillingForm } from './billing-form.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchQuery(profileOf(userId))
  void queries.prefetchQuery(profileDetailsOf(userId))
  void queries.prefetchQuery(billingDetails(userId))
})

export const meta = staticMeta({
  title: 'Profile',
  description: `Your name and picture on ${company.name}.`,
  path: paths.profile(),
  noindex: true,
})

export default function Profile() {
  const user = useUserOrHome()
  const unsaved = useRef<UnsavedProfile>(null)
  const isBillingDirty = useRef(false)
  const query = useQuery(profileOf(user?.id))
  const details = useQuery(profileDetailsOf(user?.id))
  const { data } = query
  // A failed reload keeps the form, which may contain unsaved changes.
  const failed = [query, details].filter((part) => part.error && !part.data)
  const error = failed[0] && messageOf(failed[0].error, 'Failed to fetch profile')

  function reload() {
    for (const part of failed) void part.refetch()
  }

  return (
    <section className="page min-h-[65dvh] py-8 sm:py-10">
      <h1 className="text-3xl">Profile Settings</h1>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {error && <RetryBanner message={error} onRetry={reload} />}
          {!error && (
            <Card>
              {user && data && details.data ? (
                <ProfileForm
                  key={user.id}
                  user={user}
                  profile={data}
                  details={details.data}
                  onUnsaved={(next) => {
                    unsaved.current = next
                  }}
                  onSaved={() => showToast({ title: 'Your profile is saved', tone: 'success' })}
                />
              ) : (
                <Waiting />
              )}
            </Card>
          )}
          {user && data && (
            <BillingCard
              key={user.id}
              userId={user.id}
              isHost={data.is_host}
              onDirty={(next) => {
                isBillingDirty.current = next
              }}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <SettingsCard icon={LockKeyhole} title="Security">
            {user?.isManagedByCompany ? 'Turn' : 'Change your password or email, turn'} on two-step
            verification and see where you’re signed in, in your{' '}
            <TextLink to={paths.security()}>security settings</TextLink>.
          </SettingsCard>
          <SettingsCard icon={ShieldCheck} title="Privacy and data">
            Export your data or delete your account, in your{' '}
            <TextLink to={paths.privacySettings()}>privacy settings</TextLink>.
          </SettingsCard>
          {user && data && <NotificationSettings userId={user.id} isHost={data.is_host} />}
        </div>
      </div>
      <LeaveGuard
        title="Leave without saving?"
        isDirty={useCallback(() => unsaved.current !== null || isBillingDirty.current, [])}
        onLeave={() => unsaved.current?.abandon()}
      >
        Your changes to the profile or the invoice details are not saved yet.
      </LeaveGuard>
    </section>
  )
}

type SettingsCardProps = { icon: LucideIcon; title: string; children: ReactNode }

function SettingsCard({ icon: Icon, title, children }: SettingsCardProps) {
  return (
    <Card className="flex items-start gap-4">
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-ink" />
      <div className="flex flex-col gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-ink-soft">{children}</p>
      </div>
    </Card>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6">
      <output className="sr-only">Loading your profile</output>
      <Skeleton className="size-24 rounded-full" />
      <Skeleton className="h-30 rounded-control sm:h-24.5" />
      <Skeleton className="h-24.5 rounded-control" />
      <Skeleton className="h-11 w-36 rounded-control" />
    </div>
  )
}

function BillingCard(props: {
  userId: string
  isHost: boolean
  onDirty: (isDirty: boolean) => void
}) {
  const { userId, isHost } = props
  const details = useQuery(billingDetails(userId))
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="invoices" className="text-xl">
          Invoice details
        </h2>
        <p className="text-sm text-ink-soft">
          They appear on new invoices for {isHost && 'bookings of your spaces and for '}spaces you
          book. Existing invoices don’t change.
        </p>
      </div>
      <QueryError query={details} fallback="Failed to fetch your invoice details" />
      {details.data && <BillingForm {...props} details={details.data} />}
      {!details.data && !details.error && <Skeleton className="h-80 rounded-control" />}
    </Card>
  )
}
