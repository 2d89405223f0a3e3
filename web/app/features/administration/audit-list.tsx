import type { ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { AuditEntry } from '#web/data/admin-users.ts'
import type { Page } from '#web/data/keyset.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type Entry = Omit<AuditEntry, 'id'> & { id: string }

/** Entries of the audit log, newest first. `empty` is shown if there are no entries. */
export function AuditList(props: {
  query: UseInfiniteQueryResult<InfiniteData<Page<Entry>>>
  empty: ReactNode
}) {
  const { query, empty } = props
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      {!rows && !query.error && <Skeleton className="h-64 rounded-card" />}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line text-sm">
            {rows.map((entry) => (
              <Item key={entry.id} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
      <ShowMore
        hasMore={query.hasNextPage}
        isPending={query.isFetchingNextPage}
        onPress={() => void query.fetchNextPage()}
        error={
          query.data && query.error
            ? messageOf(query.error, 'Failed to fetch the audit log')
            : undefined
        }
      />
    </>
  )
}

function Item({ entry }: { entry: Entry }) {
  const path = pathOf(entry)
  const target = entry.target ?? entry.target_id
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-4 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <p>
          <span className="font-semibold">{entry.admin ?? 'Command line'}</span>{' '}
          {actionText(entry.action)}{' '}
          {path ? <TextLink to={path}>{target}</TextLink> : <span>{target}</span>}
        </p>
        {entry.reason && <p className="text-ink-soft wrap-anywhere">{entry.reason}</p>}
      </div>
      <time dateTime={entry.created_at} className="text-ink-soft">
        {formatUtc(entry.created_at)}
      </time>
    </li>
  )
}

function pathOf({ target_type: type, target_id: id }: Entry): string | null {
  if (type === 'user') return paths.adminUser(id)
  if (type === 'booking') return paths.adminBooking(id)
  return type === 'space' ? paths.space({ id, slug: null }) : null
}

const texts: Readonly<Record<string, string>> = {
  'user.ban': 'banned',
  'user.unban': 'lifted the ban of',
  'user.sign_out': 'ended the sessions of',
  'user.grant_admin': 'made an admin of',
  'user.revoke_admin': 'ended the admin rights of',
  'user.delete': 'deleted the account of',
  'space.hide': 'hid the listing',
  'space.show': 'showed the listing again:',
  'booking.cancel': 'cancelled a booking of',
  'problem.upheld': 'upheld a problem report about',
  'problem.declined': 'declined a problem report about',
  'problem.settled': 'recorded the payment of a damage at',
  'refund.retry': 'asked Stripe again for the refund',
  'refund.settled': 'recorded another payment of the refund',
  'payout.retry': 'asked Stripe again for the payout',
  'payout.settled': 'recorded another payment of the payout',
  'payout.send_again': 'sent the reversed payout again:',
  'payout.keep': 'kept the money of the reversed payout',
  'difference.repair': 'corrected the ledger by the difference',
  'dispute.answer': 'answered the dispute',
  'review.hide': 'hid the review',
  'review.show': 'showed the review again:',
  'conversation.closed': 'closed the reported conversation',
  'conversation.reopened': 'reopened the conversation',
  'conversation.dismissed': 'dismissed the reports of the conversation',
  'report.resolve': 'resolved a report about',
  'space_type.rename': 'renamed the space type',
  'space_type.remove': 'removed the space type',
  'job.run': 'started the job',
}

/** Returns an admin's action as a verb phrase. For unknown actions, returns the name in words. */
function actionText(action: string): string {
  return texts[action] ?? `${action.replaceAll(/[._]/g, ' ')}:`
}
