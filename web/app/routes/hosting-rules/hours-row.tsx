import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatHour } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { cx } from '#web/ui/cx.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { defaultHours, type DayHours } from './rules-draft.ts'

type Hours = Omit<DayHours, 'weekday'>

const starts = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  label: formatHour(hour),
}))

const ends = [
  { id: '', label: 'Any time' },
  ...Array.from({ length: 48 }, (_, index) => ({
    id: String(index + 1),
    label: endText(index + 1),
  })),
]

/** Formats an end time, given in hours after midnight: 24 is midnight, 26 is 2:00 AM (next day). */
function endText(hours: number): string {
  const time = hours % 24 ? formatHour(hours % 24) : 'Midnight'
  return hours > 24 ? `${time} (next day)` : time
}

/** Returns the hours of an open day in words. */
function openText({ first_start: first, last_start: last, out_by: end }: Hours): string {
  const starts = `${formatHour(first ?? 0)} – ${formatHour(last ?? 0)}`
  return end === null ? starts : `${starts}, leave by ${endText(end)}`
}

export function HoursRow(props: {
  name: string
  /**
   * `isOfWeek` is true for a row of the weekly hours. On a phone, such a row shows its hours as
   * text until the host opens it.
   */
  isOfWeek?: boolean
  hours: Hours
  error: string | undefined
  onChange: (hours: Hours) => void
}) {
  const { name, isOfWeek = false, hours, error, onChange } = props
  const [isEditing, setEditing] = useState(!isOfWeek)
  if (error && !isEditing) setEditing(true)
  const isOpen = hours.first_start !== null && hours.last_start !== null
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="inline-flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isOpen}
            aria-label={`Open on ${name}`}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? defaultHours
                  : { first_start: null, last_start: null, out_by: null },
              )
            }
            className="size-5 accent-accent"
          />
          {isOfWeek && <span className="font-semibold sm:hidden">{name}</span>}
          <span className={cx(isOfWeek && 'max-sm:hidden')}>Open</span>
        </label>
        {!isOpen && (
          <span className={cx('text-ink-soft', isOfWeek && 'max-sm:ml-auto')}>Closed</span>
        )}
        {isOpen && isOfWeek && (
          <button
            type="button"
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
            className="ml-auto inline-flex min-h-11 items-center gap-1.5 text-right text-ink-soft sm:hidden"
          >
            <span className="sr-only">Hours on {name}: </span>
            {openText(hours)}
            <ChevronDown
              aria-hidden
              className={cx('size-5 shrink-0 text-ink-faint', isEditing && 'rotate-180')}
            />
          </button>
        )}
        {isOpen && (
          <div
            className={cx(
              'grid grow grid-cols-1 gap-2 max-sm:basis-full sm:grid-cols-3',
              !isEditing && 'max-sm:hidden',
            )}
          >
            <Labelled text="Starts from">
              <NativeSelect
                label={`First start on ${name}`}
                value={String(hours.first_start)}
                options={starts}
                onChange={(hour) => onChange({ ...hours, first_start: Number(hour) })}
              />
            </Labelled>
            <Labelled text="Last start">
              <NativeSelect
                label={`Last start on ${name}`}
                value={String(hours.last_start)}
                options={starts}
                onChange={(hour) => onChange({ ...hours, last_start: Number(hour) })}
              />
            </Labelled>
            <Labelled text="Leave by">
              <NativeSelect
                label={`Leave by on ${name}`}
                value={hours.out_by === null ? '' : String(hours.out_by)}
                options={ends}
                onChange={(hour) => onChange({ ...hours, out_by: hour ? Number(hour) : null })}
              />
            </Labelled>
          </div>
        )}
      </div>
      <AlertText>{error}</AlertText>
    </div>
  )
}

function Labelled({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] items-center gap-2 max-[18rem]:grid-cols-1 sm:grid-cols-1 sm:gap-1">
      <span aria-hidden className="text-sm text-ink-faint">
        {text}
      </span>
      {children}
    </div>
  )
}
