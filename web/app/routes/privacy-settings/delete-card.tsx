import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { blockerRows, type DeletionBlocker } from './blocker-text.ts'

const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'))

async function deletionFacts() {
  const client = await browserClient()
  const { data: blockers } = await client.rpc('my_account_deletion_blockers').throwOnError()
  const { data } = await client.auth.getSession()
  return {
    blockers: blockers as DeletionBlocker[],
    isSso: data.session?.user.app_metadata.provider?.startsWith('sso:') ?? false,
  }
}

type DeleteCardProps = { user: { id: string; email: string }; onDeleted: () => void }

export function DeleteCard({ user, onDeleted }: DeleteCardProps) {
  const query = useQuery({
    queryKey: [...userKey(user.id), 'account deletion'],
    queryFn: deletionFacts,
  })
  const blockers = query.data && blockerRows(query.data.blockers)
  const error =
    query.error && messageOf(query.error, 'Failed to check whether your account can be deleted')
  const reload = () => void query.refetch()
  const [isAsking, setAsking] = useState(false)

  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-xl">Delete my account</h2>
      <p className="text-ink-soft">
        This takes effect immediately and cannot be undone. You may want to export your data first.
      </p>
      <div className="grid gap-x-10 gap-y-4 text-ink-soft sm:grid-cols-2">
        <Consequences
          title="What is deleted"
          items={[
            'Your name, picture, email and password',
            'Every session, on every device',
            'Your listings; those with bookings are hidden',
            'Photos and files you uploaded',
            'Your favorites and the texts of your messages to guests and hosts',
            'Emails to you and, if your email is confirmed, your messages to us and your newsletter subscription',
          ]}
        />
        <Consequences
          title="What stays"
          items={[
            'Bookings, payments and payouts, as tax law requires, but without your name',
            'Your reviews, without your name',
            'Your conversations, without what you wrote',
            'Job applications: write to us to withdraw one',
            'Your Stripe account, if you have one: close it with Stripe',
          ]}
        />
      </div>
      {error && <RetryBanner className="self-stretch" message={error} onRetry={reload} />}
      {!blockers && !error && (
        <>
          <output className="sr-only">Checking for open bookings</output>
          <Skeleton className="h-11 w-48 max-w-full" />
        </>
      )}
      {blockers && blockers.length > 0 && (
        <div className="flex flex-col gap-3 self-stretch">
          <Banner tone="caution">
            Your account cannot be deleted yet. Resolve {blockers.length === 1 ? 'this' : 'these'}{' '}
            first:
          </Banner>
          <BlockerList rows={blockers} />
        </div>
      )}
      {blockers?.length === 0 && (
        <Button variant="danger" onPress={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <DeleteAccountDialog
            email={user.email}
            isSso={query.data?.isSso ?? false}
            onClose={() => setAsking(false)}
            onDeleted={onDeleted}
            onBlocked={() => {
              setAsking(false)
              reload()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}

function Consequences({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="font-sans text-base font-semibold tracking-normal text-ink">{title}</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-accent-ink">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

function BlockerList({ rows }: { rows: ReturnType<typeof blockerRows> }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map(({ key, what, hint, link, help, details }) => (
        <li
          key={key}
          className="flex flex-col items-start justify-between gap-x-6 gap-y-1 py-3 sm:flex-row"
        >
          <div>
            <p className="font-semibold">{what}</p>
            <p className="text-sm text-ink-soft">{hint}</p>
            {details.length > 0 && (
              <details className="mt-1 text-sm">
                <summary className="cursor-pointer py-1.5 font-semibold text-accent-ink pointer-coarse:py-3">
                  Show all {details.length}
                </summary>
                <ul className="flex list-disc flex-col gap-1 pb-2 pl-5 text-ink-soft">
                  {details.map(({ text, to }, index) => (
                    <li key={index}>
                      {to ? (
                        <TextLink
                          to={to}
                          className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
                        >
                          {text}
                        </TextLink>
                      ) : (
                        text
                      )}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <p className="flex shrink-0 flex-wrap gap-x-4 sm:flex-col sm:items-end">
            {[link, help].map(
              (one) =>
                one && (
                  <TextLink
                    key={one.to}
                    to={one.to}
                    className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
                  >
                    {one.label}
                  </TextLink>
                ),
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
