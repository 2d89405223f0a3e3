import type { ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { AuditEntry } from '#web/data/admin-users.ts'
import type { Page } from '#web/data/keyset.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatUtc } from '#web/lib/times.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { actionText, changeText, reasonText, targetPath, targetText } from './audit-texts.ts'

type Entry = Omit<AuditEntry, 'id'> & { id: string }

/** Entries of the audit log, newest first. `empty` is shown if there are no entries. */
export function AuditList(props: {
  query: UseInfiniteQueryResult<InfiniteData<Page<Entry>>>
  empty: ReactNode
}) {
  const { query, empty } = props
  const rows = query.data?.pages.flatMap((page) => page.rows)

  const more = useShowMore(query, ({ id }) => `entry-${id}`)

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
        {...more}
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
  const path = targetPath(entry)
  const target = targetText(entry)
  const details = [changeText(entry), reasonText(entry)].filter(Boolean)
  return (
    <li
      id={`entry-${entry.id}`}
      tabIndex={-1}
      className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-4 focus-visible:-outline-offset-2 sm:px-5"
    >
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere">
          <span className="font-semibold">{entry.admin ?? 'Command line'}</span>{' '}
          {actionText(entry.action)}{' '}
          {path ? (
            <TextLink to={path} className="pointer-coarse:py-3.25">
              {target}
            </TextLink>
          ) : (
            <span title={entry.target_id}>{target}</span>
          )}
        </p>
        {details.map((text) => (
          <p key={text} className="text-ink-soft wrap-anywhere">
            {text}
          </p>
        ))}
      </div>
      <time dateTime={entry.created_at} className="text-ink-soft">
        {formatUtc(entry.created_at)}
      </time>
    </li>
  )
}
