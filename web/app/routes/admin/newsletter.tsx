import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Mail } from 'lucide-react'
import { csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import {
  allSubscribers,
  newsletterSubscribers,
  type Subscriber,
  subscriberCount,
} from '#web/data/newsletter-subscribers.ts'
import { messageOf } from '#web/lib/errors.ts'
import { saveCsv } from '#web/lib/save-csv.ts'
import { formatUtc } from '#web/lib/times.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const csvColumns: CsvColumns<Subscriber> = [
  ['Email', ({ email }) => email],
  ['Confirmed on', ({ confirmed_at }) => new Date(confirmed_at).toISOString().slice(0, 10)],
]

/** The confirmed subscribers of the newsletter, with an export. */
export function Newsletter({ adminId }: { adminId: string }) {
  const count = useQuery(subscriberCount(adminId))
  const list = useInfiniteQuery(newsletterSubscribers(adminId))
  const rows = list.data?.pages.flatMap((page) => page.rows)

  const more = useShowMore(list, ({ id }) => `subscriber-${id}`)

  const download = useMutation({
    mutationFn: async () =>
      saveCsv(csvOf(csvColumns, await allSubscribers()), 'newsletter-subscribers.csv'),
  })
  return (
    <section aria-labelledby="newsletter" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="newsletter" className="text-2xl">
          Newsletter
        </h2>
        {rows && rows.length > 0 && (
          <Button
            size="small"
            variant="secondary"
            isPending={download.isPending}
            onPress={() => download.mutate()}
          >
            <Download aria-hidden className="size-4" />
            Download CSV<span className="sr-only"> of subscribers</span>
          </Button>
        )}
      </div>
      <AlertText>
        {download.error && messageOf(download.error, 'The CSV could not be created')}
      </AlertText>
      {!rows && <QueryError query={list} fallback="Failed to fetch the subscribers" />}
      {!rows && !list.error && <Skeleton className="h-14 rounded-card" />}
      {rows?.length === 0 && (
        <EmptyState isCompact icon={Mail} title="No subscribers yet">
          Visitors subscribe with the form at the bottom of each page.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card flush>
          <details>
            <summary className="min-h-14 cursor-pointer px-4 py-4 font-semibold hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5">
              {count.data === undefined && list.hasNextPage
                ? `More than ${rows.length} subscribers`
                : subscribersText(count.data ?? rows.length)}
            </summary>
            <ul>
              {rows.map(({ id, email, confirmed_at }) => (
                <li
                  key={id}
                  id={`subscriber-${id}`}
                  tabIndex={-1}
                  className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-3 text-sm focus-visible:-outline-offset-2 sm:px-5"
                >
                  <span className="min-w-0 wrap-anywhere">{email}</span>
                  <time dateTime={confirmed_at} className="text-ink-soft">
                    {formatUtc(confirmed_at)}
                  </time>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <div className="flex flex-col border-t border-line p-4">
                <ShowMore
                  list="subscribers"
                  {...more}
                  error={
                    list.error
                      ? messageOf(list.error, 'Failed to fetch the subscribers')
                      : undefined
                  }
                />
              </div>
            )}
          </details>
        </Card>
      )}
      <p className="text-sm text-ink-faint">
        Only confirmed addresses. Unsubscribed addresses are not listed.
      </p>
    </section>
  )
}

const subscribersText = (count: number) =>
  count === 1 ? '1 subscriber' : `${count.toLocaleString('en-US')} subscribers`
