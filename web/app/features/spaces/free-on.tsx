import { CalendarX, X } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { calendarDay, formatDate } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles } from '#web/ui/field-styles.ts'

/** Returns yesterday's date in UTC, which is today's or yesterday's date in every time zone. */
const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)

type FreeOnProps = {
  /** `date` is the chosen day (YYYY-MM-DD). */
  date: string | undefined
  /** `total` is the number of spaces in the list. */
  total: number
  /** `free` is the number of these spaces that are free on the day; undefined if unknown. */
  free: number | undefined
  isLoading?: boolean
  onChange: (date: string | undefined) => void
}

/**
 * Date field of a list of favorites that selects the spaces that are free on a day. Shows how many
 * spaces are free, or a message if none is. Without JavaScript, the form reloads the page with the
 * day.
 */
export function FreeOn({ date, total, free, isLoading, onChange }: FreeOnProps) {
  const field = useRef<HTMLInputElement>(null)
  // Deferred, because the server's date may differ from the date during hydration.
  const first = useDeferredValue(yesterday(), '')

  // Applies a day that was chosen before hydration. Does not use a layout effect, because the
  // router ignores navigations until its own layout effects have run.
  const applyChosen = useEffectEvent(() => {
    const { value, validity } = field.current!
    if (value && value !== date && validity.valid) onChange(value)
  })
  useEffect(() => applyChosen(), [])

  // The field is not controlled, because a browser reports incomplete dates while the user types.
  const shown = useRef(date)
  useLayoutEffect(() => {
    if (shown.current !== date) field.current!.value = date ?? ''
    shown.current = date
  }, [date])

  /** Focuses the date field, because the pressed button disappears. */
  function clear() {
    field.current?.focus()
    onChange(undefined)
  }

  const day = date && formatFreeDay(date)
  return (
    <>
      <form
        method="get"
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-end gap-x-1 gap-y-2"
      >
        <label className="flex w-44 max-w-full flex-col gap-1.5 text-sm font-semibold">
          Free on
          <input
            ref={field}
            type="date"
            name="date"
            min={first || undefined}
            defaultValue={date}
            onChange={({ currentTarget: { value, validity } }) => {
              if (validity.valid) onChange(value || undefined)
            }}
            className={cx(frameStyles, 'cursor-pointer px-3.5 text-base font-normal outline-none')}
          />
        </label>
        <noscript>
          <button type="submit" className={buttonStyles({ variant: 'secondary' })}>
            Show free spaces
          </button>
        </noscript>
        {day && (
          <Button variant="quiet" className="noscript:hidden" onPress={clear}>
            <X aria-hidden className="size-4" />
            Any day
          </Button>
        )}
        <output className="text-sm text-ink-soft max-sm:basis-full sm:py-3 sm:pl-3">
          {day &&
            (isLoading
              ? 'Loading spaces...'
              : free !== undefined &&
                free > 0 &&
                `${free} of ${total === 1 ? '1 space' : `${total} spaces`} ${free === 1 ? 'is' : 'are'} free on ${day}`)}
        </output>
      </form>
      {day && free === 0 && !isLoading && (
        <EmptyState
          icon={CalendarX}
          title={
            total === 1
              ? `This space isn’t free on ${day}`
              : `None of these ${total} spaces is free on ${day}`
          }
          action={
            <Button className="noscript:hidden" onPress={clear}>
              Show all days
            </Button>
          }
        >
          Choose another day, or see every space of the list.
        </EmptyState>
      )}
    </>
  )
}

/** Formats a day such as 'Sat, Dec 5'. */
export const formatFreeDay = (date: string) => `${calendarDay(date).weekday}, ${formatDate(date)}`
