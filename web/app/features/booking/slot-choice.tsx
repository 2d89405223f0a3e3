import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { type Slot, stateAt } from '#web/data/slots.ts'
import { calendarDay, formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { frameStyles } from '#web/ui/field-styles.ts'

const looks: Record<Slot['state'], string> = {
  free: 'border-control hover:bg-sunken',
  past: 'border-line text-ink-faint',
  taken: 'border-line bg-sunken text-ink-faint line-through decoration-ink-faint',
  closed: 'border-dashed border-line text-ink-faint',
}

const lost = 'border-danger bg-danger-soft text-danger-ink line-through'

const chosenLooks: Record<Slot['state'], string> = {
  free: 'border-accent bg-accent text-on-accent',
  past: lost,
  taken: lost,
  closed: lost,
}

export function SlotChoice(props: {
  slots: readonly Slot[]
  now: Date
  /** `value` is the start of the selected slot. */
  value: string | null
  onChange: (startsAt: string) => void
}) {
  const { slots, now, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="@container">
      <legend className="mb-1.5 text-sm font-semibold">Start time</legend>
      <div className="grid grid-cols-3 gap-2 max-[18rem]:grid-cols-2 sm:grid-cols-4 @xl:grid-cols-7">
        {slots.map((slot, index) => {
          const { hour, startsAt } = slot
          const state = stateAt(slot, now)
          const isChosen = startsAt === value
          return (
            <label
              key={startsAt}
              className={cx(
                'relative flex min-h-11 items-center justify-center rounded-control border px-1 text-center text-sm font-medium tabular-nums transition-colors duration-150',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? chosenLooks[state] : looks[state],
                state !== 'free' && 'cursor-not-allowed!',
              )}
            >
              <input
                type="radio"
                name={name}
                value={startsAt}
                checked={isChosen}
                // Keeps a selected hour focusable after another guest has taken it.
                disabled={state !== 'free' && !isChosen}
                onChange={() => onChange(startsAt)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
              />
              {formatHour(hour)}
              {/* Marks an hour that occurs twice because daylight saving time ends. */}
              {slots[index - 1]?.hour === hour && ' again'}
              {state !== 'free' && <span className="sr-only">, {state}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

export function DayField(props: {
  /** `value` is the selected local day (YYYY-MM-DD); null if no day is selected. */
  value: string | null
  min: string
  max: string
  isClosed: (date: string) => boolean
  onChange: (date: string | null) => void
}) {
  const { value } = props
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <DatePicker label="Date" {...props} opensAtOnce />

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-semibold">Date</span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
        className={cx(
          frameStyles,
          'flex min-h-11.5 items-center justify-between px-3.5 max-[18rem]:px-2 max-[18rem]:text-sm',
        )}
      >
        <span className="sr-only">
          Calendar, {value ? calendarDay(value).name : 'choose a date'}
        </span>
        <span aria-hidden className="tabular-nums">
          {value ? inDigits(value) : 'mm/dd/yyyy'}
        </span>
        <CalendarDays aria-hidden className="size-5 shrink-0 text-accent-ink" />
      </button>
    </div>
  )
}

/** Formats a day as the date picker does, such as 11/22/2026. */
function inDigits(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
