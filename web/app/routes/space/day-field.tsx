import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { calendarDay } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { frameStyles } from '#web/ui/field-styles.ts'

/**
 * The day of a booking. It looks like the date picker and becomes it, calendar open, when it is
 * first pressed: until then the page does without the calendar's code.
 */
export function DayField(props: {
  /** YYYY-MM-DD in the space's own time, or null. */
  value: string | null
  min: string
  onChange: (date: string | null) => void
}) {
  const { value, min, onChange } = props
  const [isAsked, setAsked] = useState(false)
  if (isAsked)
    return <DatePicker label="Date" value={value} min={min} onChange={onChange} opensAtOnce />

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-semibold">Date</span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
        className={cx(frameStyles, 'flex min-h-11.5 items-center justify-between pr-3.5 pl-3.5')}
      >
        <span className="sr-only">
          Calendar, {value ? calendarDay(value).name : 'choose a date'}
        </span>
        <span aria-hidden className="tabular-nums">
          {value ? inDigits(value) : 'mm/dd/yyyy'}
        </span>
        <CalendarDays aria-hidden className="size-5 text-accent-ink" />
      </button>
    </div>
  )
}

/** 11/22/2026, as the date picker writes it. */
function inDigits(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
