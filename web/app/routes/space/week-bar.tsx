import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { formatDate } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

export function WeekBar(props: {
  id: string
  week: readonly string[]
  thisWeek: string
  lastWeek: string
  onShow: (step: -1 | 1 | 'today') => void
}) {
  const { id, week, thisWeek, lastWeek, onShow } = props
  const first = week[0] ?? ''
  const isThisWeek = first <= thisWeek
  const isLastWeek = first >= lastWeek
  const next = useRef<HTMLButtonElement>(null)

  function showThisWeek() {
    onShow('today')
    // Moves the focus to "Next week", because the pressed button disappears.
    next.current?.focus()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="text-2xl">
        Weekly availability
      </h2>
      {/* Aligned right, so that the arrows do not move when "This week" appears. */}
      <div className="-mr-2 flex grow flex-wrap items-center justify-end gap-1">
        {!isThisWeek && (
          <Button size="small" variant="quiet" onPress={showThisWeek}>
            This week
          </Button>
        )}
        <IconButton
          icon={ChevronLeft}
          label="Previous week"
          // Uses `aria-disabled`, because `disabled` would move the focus off the button.
          aria-disabled={isThisWeek || undefined}
          onPress={() => isThisWeek || onShow(-1)}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        />
        <p
          aria-live="polite"
          className="min-w-32 text-center text-sm font-semibold tabular-nums max-[18rem]:order-first max-[18rem]:w-full"
        >
          {formatDate(first)} – {formatDate(week.at(-1) ?? first)}
        </p>
        <IconButton
          ref={next}
          icon={ChevronRight}
          label="Next week"
          aria-disabled={isLastWeek || undefined}
          onPress={() => isLastWeek || onShow(1)}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        />
      </div>
    </div>
  )
}

type LastDayNoteProps = { week: readonly string[]; today: string; onNextWeek: () => void }

export function LastDayNote({ week, today, onNextWeek }: LastDayNoteProps) {
  if (week.at(-1) !== today) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      The week ends today.
      <Button size="small" variant="secondary" onPress={onNextWeek}>
        Show next week
        <ArrowRight aria-hidden className="size-4" />
      </Button>
    </p>
  )
}
