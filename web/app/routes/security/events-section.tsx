import { useState } from 'react'
import { usePages } from '#web/data/use-pages.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deviceName, eventText } from './event-text.ts'
import { securityEvents } from './queries.ts'
import { momentText, Section } from './section.tsx'

const failure = 'Failed to fetch what happened to your account'

/** What happened to the account, newest first. A new `turn` begins the list anew. */
export function EventsSection({ userId, turn }: { userId: string; turn: number }) {
  const [retries, setRetries] = useState(0)
  const key = `events of ${userId} ${turn} ${retries}`
  const { rows, hasMore, error, isLoadingMore, showMore } = usePages(key, securityEvents, failure)

  async function more() {
    const first = await showMore()
    if (first) document.getElementById(`event-${first.id}`)?.focus()
  }

  return (
    <Section id="events" title="Recent activity" lead="What concerns the security of your account.">
      {error && <RetryBanner message={error} onRetry={() => setRetries((before) => before + 1)} />}
      {!rows && !error && (
        <>
          <output className="sr-only">Loading recent activity</output>
          <Skeleton className="h-40 rounded-control" />
        </>
      )}
      {rows?.length === 0 && <p className="text-ink-soft">Nothing has happened yet.</p>}
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
        hasMore={hasMore}
        isPending={isLoadingMore}
        onPress={() => void more()}
      />
    </Section>
  )
}
