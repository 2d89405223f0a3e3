import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useDeferredValue, useState } from 'react'
import { bookableHours, maximumHours, timeOfHour } from '@hourspace/domain/booking-hours.ts'
import type { SpacesQuery, TimeQuery } from '#web/lib/paths.ts'
import { formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { localDay } from './local-day.ts'
import { isDate } from './space-query.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'

export type ChangeTime = (part: TimeQuery, how?: { replace: boolean }) => unknown

type TimeFieldsProps = {
  query: SpacesQuery
  onChange: ChangeTime
  className?: string
}

const otherHours = Array.from({ length: 24 }, (_, hour) => hour).filter(
  (hour) => !bookableHours.includes(hour),
)

const startOptions = (hours: readonly number[]) =>
  hours.map((hour) => (
    <option key={hour} value={timeOfHour(hour)}>
      {formatHour(hour)}
    </option>
  ))

export function TimeFields({ query, onChange, className }: TimeFieldsProps) {
  const guests = useSearchText(query.guests ?? '', (guests) =>
    onChange({ guests: guests || undefined }, { replace: query.guests !== undefined }),
  )

  /**
   * If the user has chosen a start but no day, uses today, or tomorrow if the start has passed
   * today.
   */
  function changeStart(from: string) {
    const isLate = new Date().getHours() >= Number.parseInt(from, 10)
    const date = query.date ?? (from ? localDay(isLate ? 1 : 0) : undefined)
    onChange({ from: from || undefined, date })
  }

  return (
    <div className={className}>
      <DateField
        value={query.date ?? ''}
        onChange={(date) =>
          onChange({ date: date || undefined, ...(!date && { from: undefined }) })
        }
      />
      <SelectField
        name="from"
        label="Start"
        value={query.from ?? ''}
        onChange={(event) => changeStart(event.currentTarget.value)}
      >
        <option value="">Any start</option>
        {startOptions(bookableHours)}
        {/* Only spaces whose host has set opening hours offer these starts. */}
        <optgroup label="Early or late">{startOptions(otherHours)}</optgroup>
      </SelectField>
      <SelectField
        name="hours"
        label="Length"
        value={query.hours ?? ''}
        onChange={(event) => onChange({ hours: event.currentTarget.value || undefined })}
      >
        <option value="">Any length</option>
        {Array.from({ length: maximumHours }, (_, index) => (
          <option key={index} value={index + 1}>
            {index === 0 ? '1 hour' : `${index + 1} hours`}
          </option>
        ))}
      </SelectField>
      <Segment label="People">
        <input
          name="guests"
          aria-label="People"
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          placeholder="Any"
          autoComplete="off"
          value={guests.text}
          onChange={(event) => guests.setText(event.currentTarget.value)}
          className="[appearance:textfield] placeholder:text-ink"
        />
      </Segment>
    </div>
  )
}

function SelectField({ label, ...props }: { label: string } & ComponentProps<'select'>) {
  return (
    <Segment label={label}>
      <select
        {...props}
        aria-label={label}
        className="cursor-pointer appearance-none truncate pr-5 *:bg-raised *:text-ink"
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 bottom-2 size-4 text-ink-faint"
      />
    </Segment>
  )
}

function Segment({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="segment">
      <span>{label}</span>
      {children}
    </label>
  )
}

function DateField({ value, onChange }: { value: string; onChange: (date: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // The first selectable day is the viewer's yesterday, because time zones further west may still
  // have that date. Computed in the browser, because the server does not know the viewer's date.
  const first = useDeferredValue(localDay(-1), '')
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }

  /** Ignores incomplete dates, which browsers report while the user types the year. */
  function change(date: string) {
    setTyped(date)
    if (date === '' || (isDate(date) && date >= first)) onChange(date)
  }

  return (
    <Segment label="Date">
      <input
        name="date"
        aria-label="Date"
        type="date"
        min={first || undefined}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        onClick={(event) => openPicker(event.currentTarget)}
        className={cx(
          'peer cursor-pointer',
          !typed &&
            'not-focus:text-transparent not-focus:forced-color-adjust-none noscript:text-ink',
        )}
      />
      {!typed && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-1 left-3 text-base/6 peer-focus:hidden noscript:hidden md:max-lg:left-3.75 lg:max-xl:text-sm/6"
        >
          Any day
        </span>
      )}
    </Segment>
  )
}

/** Opens the browser's date picker, because pressing the text of a date field does not. */
function openPicker(input: HTMLInputElement): void {
  try {
    input.showPicker()
  } catch {
    // `showPicker` may be missing or blocked. The user can then type the date.
  }
}
