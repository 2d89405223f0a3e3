import { formatMoment } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import type { TimelineEvent } from './timeline.ts'

export function Timeline(props: { events: readonly TimelineEvent[]; timeZone: string }) {
  return (
    <ol className="flex flex-col">
      {props.events.map(({ title, at, isDone }, index) => (
        <li key={`${title}${at.getTime()}`} className="relative flex gap-4 pb-4 last:pb-0">
          {index < props.events.length - 1 && (
            <span aria-hidden className="absolute top-4 bottom-0 left-[5px] w-0.5 bg-line" />
          )}
          <span
            aria-hidden
            className={cx(
              'mt-1.5 size-3 shrink-0 rounded-full border-2',
              isDone ? 'border-accent bg-accent' : 'border-control bg-surface',
            )}
          />
          <p className={cx('min-w-0', isDone ? '' : 'text-ink-soft')}>
            <span className="font-semibold">{title}</span>
            <time dateTime={at.toISOString()} className="block text-sm text-ink-soft">
              {formatMoment(at, props.timeZone)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  )
}
