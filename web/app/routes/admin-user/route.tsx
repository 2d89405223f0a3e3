import type { Route } from './+types/route'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { account, type Account, auditLog, type UserAction } from '#web/data/admin-users.ts'
import { providerLabel } from '#web/features/account/auth-settings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { AuditList } from '#web/features/administration/audit-list.tsx'
import { RecordLine, RecordPage, RecordSection } from '#web/features/administration/record-page.tsx'
import { banEndText } from '#web/features/administration/audit-texts.ts'
import { isBanned, UserState } from '#web/features/administration/user-state.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { formatUtc } from '#web/lib/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const ActionDialog = lazy(() => import('./action-dialog.tsx'))

export function loader() {
  return { renderedAt: new Date() }
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'User',
      description: 'Facts and actions of an account.',
      path: paths.adminUser(params.id),
      noindex: true,
    },
    matches,
  )
}

export default function AdminUser({ loaderData, params }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const found = useQuery(account(admin?.id, params.id))
  return (
    <RecordPage
      query={found}
      title="User"
      list={{ label: 'users', to: paths.adminUsers() }}
      missing={
        <MessagePage title="User not found" description="No account has this ID.">
          <LinkButton to={paths.adminUsers()}>All users</LinkButton>
        </MessagePage>
      }
      failure="Failed to fetch the account"
    >
      {(user) => admin && <Details user={user} adminId={admin.id} now={now} />}
    </RecordPage>
  )
}

function Details({ user, adminId, now }: { user: Account; adminId: string; now: Date }) {
  const log = useInfiniteQuery(auditLog(adminId, { targetId: user.id }))
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <UserState user={user} now={now} />
          <h1 className="mt-2 text-3xl wrap-anywhere">
            {user.full_name ?? (user.deleted_at ? 'Deleted account' : 'No name')}
          </h1>
          {user.email && <p className="text-ink-soft wrap-anywhere">{user.email}</p>}
        </div>
        {user.id !== adminId && !user.deleted_at && (
          <Actions user={user} adminId={adminId} now={now} />
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-6">
          <RecordSection title="Listings">
            {user.listings.length === 0 && (
              <p className="text-sm text-ink-soft">This user has no listings.</p>
            )}
            {user.listings.length > 0 && (
              <ul className="flex flex-col gap-2 text-sm">
                {user.listings.map((space) => (
                  <li key={space.id} className="flex items-center justify-between gap-3">
                    {/* Hidden and archived spaces have no public page. */}
                    <TextLink
                      to={paths.adminListings({ q: space.id })}
                      className="inline-flex min-h-6 min-w-0 items-center wrap-anywhere pointer-coarse:min-h-11"
                    >
                      {space.title}
                    </TextLink>
                    {space.is_hidden ? (
                      <Badge>Hidden</Badge>
                    ) : (
                      !space.available && <Badge>Closed</Badge>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </RecordSection>
          <section className="flex flex-col gap-4" aria-labelledby="user-log">
            <h2 id="user-log" className="text-xl">
              Actions of admins
            </h2>
            {!log.data && <QueryError query={log} fallback="Failed to fetch the audit log" />}
            <AuditList
              query={log}
              empty={<p className="text-sm text-ink-soft">No admin has acted on this account.</p>}
            />
          </section>
        </div>
        <Facts user={user} now={now} />
      </div>
    </>
  )
}

function Actions({ user, adminId, now }: { user: Account; adminId: string; now: Date }) {
  const [kind, setKind] = useState<UserAction['kind']>()
  // The buttons of an action and of its opposite have the same React key, so that the focus stays
  // when one replaces the other.
  const choices: Record<string, [UserAction['kind'], string]> = {
    sessions: ['sign-out', 'Sign out'],
    admin: user.is_admin ? ['revoke-admin', 'Remove admin'] : ['grant-admin', 'Make admin'],
    ban: isBanned(user, now) ? ['unban', 'Lift the ban'] : ['ban', 'Ban'],
  }
  return (
    <div className="flex flex-wrap gap-3">
      {Object.entries(choices).map(([key, [id, label]]) => (
        <Button
          key={key}
          variant={id === 'ban' ? 'danger' : 'secondary'}
          onPress={() => setKind(id)}
        >
          {label}
        </Button>
      ))}
      {kind && (
        <Suspense>
          <ActionDialog
            user={user}
            kind={kind}
            adminId={adminId}
            onClose={() => setKind(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function BookingCount({ user, count }: { user: Account; count: number }) {
  if (!user.email || count === 0) return count
  return <TextLink to={paths.adminBookings({ q: user.email })}>{count}</TextLink>
}

const moment = (at: string | null) => (at ? formatUtc(at) : 'Never')

function Facts({ user, now }: { user: Account; now: Date }) {
  const { email_confirmed_at: confirmedAt } = user
  return (
    <RecordSection title="Account">
      <dl className="flex flex-col gap-2 text-sm">
        <RecordLine name="Joined">{moment(user.created_at)}</RecordLine>
        <RecordLine name="Last sign-in">{moment(user.last_sign_in_at)}</RecordLine>
        <RecordLine name="Email confirmed">{confirmedAt ? moment(confirmedAt) : 'No'}</RecordLine>
        {user.phone && <RecordLine name="Phone">{user.phone}</RecordLine>}
        <RecordLine name="Sign-in methods">
          {user.sign_in_methods.map(providerLabel).join(', ') || 'None'}
        </RecordLine>
        <RecordLine name="Second factors">{user.second_factors}</RecordLine>
        <RecordLine name="Sessions">{user.sessions}</RecordLine>
        {isBanned(user, now) && (
          <RecordLine name="Banned until">{banEndText(user.banned_until!)}</RecordLine>
        )}
        <RecordLine name="Bookings as guest">
          <BookingCount user={user} count={user.bookings} />
        </RecordLine>
        <RecordLine name="Bookings as host">
          <BookingCount user={user} count={user.hosted_bookings} />
        </RecordLine>
        <RecordLine name="Payouts">
          {user.payouts_ready ? 'Ready' : 'Not connected'}
          {user.payout_country && ` (${user.payout_country})`}
        </RecordLine>
        <RecordLine name="ID">
          <span className="font-mono text-xs">{user.id}</span>
        </RecordLine>
      </dl>
    </RecordSection>
  )
}
