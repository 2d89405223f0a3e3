import { useInfiniteQuery } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import { pageOf, type Cursor } from '#web/data/keyset.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { loadNextPage } from '#web/lib/use-show-more.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deviceName, eventText, type SecurityEvent, withoutRepeatedChanges } from './event-text.ts'
import { momentText, Section, securityKey } from './section.tsx'

const pageSize = 10

async function securityEvents(after: Cursor | null) {
  const client = await browserClient()
  const { data } = await client
    .rpc('my_security_events', { ...(after && { p_before: after.id }), p_limit: pageSize + 1 })
    .throwOnError()
  return pageOf(data as SecurityEvent[], pageSize, (event) => event.created_at)
}

export function EventsSection({ userId }: { userId: string }) {
  const focus = useFocusWhenRendered()
  const list = useInfiniteQuery({
    queryKey: [...securityKey(userId), 'events'],
    queryFn: ({ pageParam }) => securityEvents(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  })
  const rows = list.data && withoutRepeatedChanges(list.data.pages.flatMap((page) => page.rows))
  const error = list.error && messageOf(list.error, 'Failed to fetch your recent activity')

  async function showMore() {
    const page = await loadNextPage(list)
    const [first] = withoutRepeatedChanges(page?.rows ?? [])
    if (first) focus(`event-${first.id}`)
  }

  function retry() {
    if (list.isFetchNextPageError) void showMore()
    else void list.refetch()
  }

  return (
    <Section id="events" title="Recent activity" lead="Recent security events on your account.">
      {error && <RetryBanner message={error} onRetry={retry} />}
      {!rows && !error && (
        <>
          <output className="sr-only">Loading recent activity</output>
          <Skeleton className="h-40 rounded-control" />
        </>
      )}
      {rows?.length === 0 && <p className="text-ink-soft">No activity yet.</p>}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((event) => (
            <li
              key={event.id}
              id={`event-${event.id}`}
              tabIndex={-1}
              className="flex flex-col gap-x-6 gap-y-0.5 py-3 sm:flex-row sm:justify-between"
            >
              <span className="font-semibold">{eventText(event)}</span>
              <span className="text-sm text-ink-soft sm:text-right">
                {momentText(event.created_at)}
                <br />
                {deviceName(event.user_agent)}
                {event.ip && <> · {event.ip}</>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        list="recent activity"
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onPress={() => void showMore()}
      />
    </Section>
  )
}
