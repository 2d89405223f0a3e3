import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BackLink } from '#web/ui/back-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listPath } from './list-search.ts'

/**
 * The page of one record in the administration. Shows a placeholder while the record loads, and
 * `missing` if the record does not exist.
 */
export function RecordPage<Row>(props: {
  query: UseQueryResult<Row | null>
  /** The noun of the record, such as "Booking". */
  title: string
  /**
   * The list to go back to, with its last search. `label` is the list's name in lowercase, such as
   * "bookings".
   */
  list: { label: string; to: string }
  /** Shown in place of the page if the record does not exist. */
  missing: ReactNode
  /** Shown if the record fails to load and the error's message is not meant for users. */
  failure: string
  children: (row: Row) => ReactNode
}) {
  const { query, title, list, missing, failure, children } = props
  if (query.data === null) return missing
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <BackLink to={listPath(list.to)}>Back to {list.label}</BackLink>
      <QueryError query={query} fallback={failure} />
      {query.data === undefined ? (
        <>
          <h1 className="sr-only">{title}</h1>
          {!query.error && <Skeleton className="h-96 rounded-card" />}
        </>
      ) : (
        children(query.data)
      )}
    </div>
  )
}

export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  )
}

/** The name and the value of one field of a record, for a `<dl>`. */
export function RecordLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-right tabular-nums wrap-anywhere [&>a]:inline-flex [&>a]:min-h-6 [&>a]:items-center pointer-coarse:[&>a]:min-h-11">
        {children}
      </dd>
    </div>
  )
}
