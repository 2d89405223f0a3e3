import { useQuery } from '@tanstack/react-query'
import { type MoneyEvent, moneyTimeline, type MoneyViewer } from '#web/data/money-timeline.ts'
import { messageOf } from '#web/lib/errors.ts'
import { cx } from '#web/ui/cx.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { moneyText, moneyTimeText } from './money-timeline-texts.ts'

export function MoneyTimeline(props: {
  userId: string
  bookingId: string
  viewer: MoneyViewer
  timeZone: string
}) {
  const { userId, bookingId, viewer, timeZone } = props
  const events = useQuery(moneyTimeline(userId, bookingId, viewer))
  if (events.error)
    return (
      <RetryBanner
        message={messageOf(events.error, 'Failed to fetch the payments')}
        onRetry={() => void events.refetch()}
      />
    )
  if (!events.data) return <Skeleton className="h-32 rounded-small" />
  if (events.data.length === 0)
    return <p className="text-sm text-ink-soft">No money has moved for this booking.</p>
  return (
    <ol className="flex flex-col">
      {events.data.map((event, index) => (
        <Entry
          key={`${event.kind}${event.at}${event.stripe_id}${event.amount_minor}`}
          event={event}
          viewer={viewer}
          timeZone={timeZone}
          isLast={index === events.data.length - 1}
        />
      ))}
    </ol>
  )
}

const marks = {
  done: 'border-accent bg-accent',
  now: 'border-accent bg-surface ring-4 ring-accent-soft',
  next: 'border-control bg-surface',
}

const stateNames = { done: 'Done', now: 'Now', next: 'Next' }

function Entry(props: {
  event: MoneyEvent
  viewer: MoneyViewer
  timeZone: string
  isLast: boolean
}) {
  const { event, viewer, timeZone, isLast } = props
  const { at, state, stripe_id } = event
  const { title, note } = moneyText(event, viewer)
  return (
    <li className="relative flex gap-4 pb-4 last:pb-0">
      {!isLast && (
        <span aria-hidden className="absolute top-6 -bottom-0.5 left-[5px] w-0.5 bg-line" />
      )}
      <span
        aria-hidden
        className={cx('mt-1.5 size-3 shrink-0 rounded-full border-2', marks[state])}
      />
      <div className="min-w-0 text-sm">
        <p className={cx('text-base wrap-anywhere', state === 'next' && 'text-ink-soft')}>
          <span className="sr-only">{stateNames[state]}: </span>
          <span className="font-semibold">{title}</span>
        </p>
        {at && (
          <time dateTime={at} className="block text-ink-soft">
            {moneyTimeText(event.kind, at, timeZone)}
          </time>
        )}
        {note && <p className="text-ink-soft">{note}</p>}
        {stripe_id && <p className="text-ink-soft wrap-anywhere">{stripe_id}</p>}
      </div>
    </li>
  )
}
