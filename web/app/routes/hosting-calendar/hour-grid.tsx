import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import type { Slot } from '#web/data/slots.ts'
import { calendarDay, dateOf, formatDate, formatSpan, placeTime } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import {
  axisLabel,
  cellText,
  drawnSpan,
  entryText,
  hourCells,
  kindLabels,
  type HourCell,
  type HourSelection,
} from './hour-cells.ts'

const hourRem = 2.25

const firstVisibleHour = 8

/** Patterns that distinguish kinds of entries without color. */
const looks: Record<CalendarEntry['kind'] | 'buffer', string> = {
  booking: 'border-l-4 border-success bg-success-soft text-success-ink',
  request: 'border-2 border-dashed border-caution bg-caution-soft text-caution-ink',
  hold: 'border border-dashed border-control bg-surface text-ink-soft',
  blackout:
    'bg-[repeating-linear-gradient(45deg,var(--color-sunken)_0_6px,var(--color-line)_6px_8px)] text-ink',
  calendar: 'border-l-4 border-double border-notice-ink bg-notice-soft text-notice-ink',
  buffer:
    'bg-[repeating-linear-gradient(-45deg,transparent_0_5px,var(--color-line)_5px_6px)] text-ink-soft',
}

/** Dots distinguish closed hours from past hours. */
const closedLook =
  'bg-sunken bg-[radial-gradient(var(--color-control)_0.5px,transparent_1px)] bg-[size:0.5rem_0.5rem]'

const legend = Object.entries({ ...kindLabels, buffer: 'Time between bookings' }) as [
  keyof typeof looks,
  string,
][]

type HourGridProps = {
  space: { id: string; title: string; location: string; time_zone: string }
  days: readonly string[]
  entries: readonly CalendarEntry[]
  slots: readonly Slot[]
  now: Date
  selection: HourSelection | null
  onSelect: (selection: HourSelection | null) => void
  onOpen: (selection: HourSelection) => void
}

/** Scrolls past the night hours when the grid first shows a space. */
function scrollToFirstHour(element: HTMLElement | null): void {
  const row = element?.querySelector<HTMLElement>(`[data-hour="${firstVisibleHour}"]`)
  const header = element?.querySelector('thead')
  if (element && row && header) element.scrollTop = row.offsetTop - header.offsetHeight
}

/**
 * Grid of a week's hours. Selects hours by mouse drag, a tap, or arrow keys with Shift. Enter opens
 * the selected hours.
 */
export function HourGrid(props: HourGridProps) {
  const { space, days, entries, slots, now, selection, onSelect, onOpen } = props
  const hintId = useId()
  const drag = useRef<{ date: string; anchor: number; hour: number } | null>(null)
  const columns = days.map((date) => hourCells(date, space, { entries, slots, now }))
  const [focused, setFocused] = useState({ day: 0, hour: 9 })
  const anchor = useRef(9)

  const rangeOf = (date: string, one: number, other: number): HourSelection => ({
    date,
    from: Math.min(one, other),
    to: Math.max(one, other),
  })

  function focusCell(day: number, hour: number) {
    setFocused({ day, hour })
    const id = cellId(space.id, days[day]!, hour)
    document.getElementById(id)?.focus({ preventScroll: false })
  }

  function onKeyDown(event: KeyboardEvent) {
    const { day, hour } = focused
    const date = days[day]!
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ]
    if (step) {
      event.preventDefault()
      const [days_ = 0, hours = 0] = step
      if (event.shiftKey && hours) {
        const current = selection?.date === date ? selection : null
        const from = current ? anchor.current : hour
        if (!current) anchor.current = hour
        const next = Math.min(23, Math.max(0, hour + hours))
        onSelect(rangeOf(date, from, next))
        focusCell(day, next)
        return
      }
      onSelect(null)
      focusCell(
        Math.min(days.length - 1, Math.max(0, day + days_)),
        Math.min(23, Math.max(0, hour + hours)),
      )
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      onSelect(null)
      focusCell(event.key === 'Home' ? 0 : days.length - 1, hour)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const chosen = selection?.date === date ? selection : rangeOf(date, hour, hour)
      onSelect(chosen)
      onOpen(chosen)
    } else if (event.key === 'Escape' && selection) {
      event.preventDefault()
      onSelect(null)
    }
  }

  function startDrag(event: PointerEvent, date: string, hour: number) {
    if (event.button !== 0 || event.pointerType !== 'mouse') return
    drag.current = { date, anchor: hour, hour }
    anchor.current = hour
    onSelect(rangeOf(date, hour, hour))
    // Listens on the document, because the user may release the pointer outside the grid.
    document.addEventListener('pointerup', endDrag, { once: true })
  }

  function extendDrag(date: string, hour: number) {
    if (drag.current?.date !== date) return
    drag.current.hour = hour
    onSelect(rangeOf(date, drag.current.anchor, hour))
  }

  function endDrag() {
    const ended = drag.current
    drag.current = null
    if (ended) onOpen(rangeOf(ended.date, ended.anchor, ended.hour))
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p id={hintId} className="text-sm text-ink-soft">
        <span className="md:hidden">Press an hour to see, block or open it.</span>
        <span className="max-md:hidden">
          Drag over hours, or press one, to see, block or open them. With the keyboard: arrow keys
          move, Shift extends, Enter opens.
        </span>{' '}
        All times are in {placeTime(space.location)}.
      </p>
      <div
        key={space.id}
        ref={scrollToFirstHour}
        className="max-h-[70dvh] overflow-auto overscroll-contain rounded-card border border-line bg-surface"
      >
        <div className="relative min-w-80 select-none">
          <table
            // A table with arrow-key navigation has the ARIA role `grid`.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role="grid"
            aria-label={`Hours of ${space.title}`}
            aria-describedby={hintId}
            aria-multiselectable
            onKeyDown={onKeyDown}
            className="w-full table-fixed border-separate border-spacing-0"
          >
            <thead className="sticky top-0 z-20 bg-surface">
              <tr>
                <th className="w-11 border-b border-line sm:w-16">
                  <span className="sr-only">Hour</span>
                </th>
                {days.map((date) => {
                  const { weekday, day, name } = calendarDay(date)
                  const isToday = date === dateOf(now, space.time_zone)
                  return (
                    <th
                      key={date}
                      scope="col"
                      aria-label={isToday ? `${name} (today)` : name}
                      className={cx(
                        'border-b border-line py-2 text-xs sm:text-sm',
                        isToday ? 'font-semibold text-accent-ink' : 'font-normal text-ink-soft',
                      )}
                    >
                      {weekday}
                      <span className="block text-base tabular-nums">{day}</span>
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: 24 }, (_, hour) => (
                <tr key={hour} data-hour={hour}>
                  <th
                    scope="row"
                    className="pr-1.5 text-right align-top text-xs font-normal whitespace-nowrap text-ink-soft sm:pr-2.5"
                    style={{ height: `${hourRem}rem` }}
                  >
                    {axisLabel(hour)}
                  </th>
                  {columns.map((cells, day) => (
                    <Cell
                      key={days[day]}
                      id={cellId(space.id, days[day]!, hour)}
                      cell={cells[hour] ?? null}
                      timeZone={space.time_zone}
                      isSelected={
                        selection?.date === days[day] &&
                        hour >= selection!.from &&
                        hour <= selection!.to
                      }
                      isFocusable={focused.day === day && focused.hour === hour}
                      onFocus={() => setFocused({ day, hour })}
                      onPointerDown={(event) => startDrag(event, days[day]!, hour)}
                      onPointerEnter={() => extendDrag(days[day]!, hour)}
                      onClick={() => onOpen(rangeOf(days[day]!, hour, hour))}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <div
            aria-hidden
            className="pointer-events-none absolute right-0 bottom-0 left-11 z-10 grid grid-cols-7 sm:left-16"
            style={{ height: `${hourRem * 24}rem` }}
          >
            {days.map((date) => (
              <div key={date} className="relative">
                {entries
                  .filter((entry) => entry.space_id === space.id)
                  .map((entry) => (
                    <DrawnEntry
                      key={`${entry.kind} ${entry.starts_at}`}
                      entry={entry}
                      date={date}
                      timeZone={space.time_zone}
                    />
                  ))}
                {selection?.date === date && (
                  <div
                    className="absolute inset-x-0 rounded-small border-2 border-accent bg-accent/20"
                    style={{
                      top: `${selection.from * hourRem}rem`,
                      height: `${(selection.to + 1 - selection.from) * hourRem}rem`,
                    }}
                  />
                )}
              </div>
            ))}
          </div>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {selection && selectionText(selection)}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm text-ink-soft">
        {legend.map(([kind, label]) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden className={cx('size-4 rounded-[0.2rem]', looks[kind])} />
            {label}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className={cx('size-4 rounded-[0.2rem]', closedLook)} />
          No bookings start here
        </li>
      </ul>
    </div>
  )
}

export const cellId = (spaceId: string, date: string, hour: number) =>
  `hour-${spaceId}-${date}-${hour}`

const selectionText = ({ date, from, to }: HourSelection) =>
  `${calendarDay(date).weekday} ${formatDate(date)}, ${axisLabel(from)} to ${axisLabel((to + 1) % 24)} selected`

function Cell(props: {
  id: string
  cell: HourCell | null
  timeZone: string
  isSelected: boolean
  isFocusable: boolean
  onFocus: () => void
  onPointerDown: (event: PointerEvent) => void
  onPointerEnter: () => void
  onClick: () => void
}) {
  const { id, cell, timeZone, isSelected, isFocusable, onFocus, ...handlers } = props
  const looksOf = cell
    ? cx(
        'cursor-pointer',
        cell.isPast ? 'bg-sunken' : cell.isOpen ? 'hover:bg-accent-soft' : closedLook,
      )
    : 'bg-line'
  return (
    <td aria-selected={isSelected} className="border-t border-l border-line p-0">
      <button
        type="button"
        id={id}
        aria-label={
          cell ? cellText(cell, timeZone) : 'This hour does not exist: clocks are set forward'
        }
        aria-disabled={!cell}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={onFocus}
        {...(cell && handlers)}
        className={cx(
          // Shows the focus ring of a taken hour above the calendar entry that covers it.
          'block size-full outline-offset-[-2px] focus-visible:relative focus-visible:z-[15] focus-visible:bg-transparent',
          looksOf,
        )}
        style={{ height: `calc(${hourRem}rem - 1px)` }}
      />
    </td>
  )
}

function DrawnEntry(props: { entry: CalendarEntry; date: string; timeZone: string }) {
  const { entry, date, timeZone } = props
  const startsAt = new Date(entry.starts_at)
  const endsAt = new Date(entry.ends_at)
  const span = drawnSpan({ startsAt, endsAt }, date, timeZone)
  const buffer =
    entry.buffered_until &&
    drawnSpan({ startsAt: endsAt, endsAt: new Date(entry.buffered_until) }, date, timeZone)
  const place = ({ from, to }: { from: number; to: number }) => ({
    top: `${from * hourRem}rem`,
    height: `calc(${(to - from) * hourRem}rem - 1px)`,
  })
  return (
    <>
      {span && (
        <div
          className={cx(
            'absolute inset-x-px overflow-hidden rounded-small px-0.5 py-0.5 text-[0.625rem] leading-tight tracking-tight sm:inset-x-0.5 sm:px-1.5 sm:text-xs sm:tracking-normal',
            looks[entry.kind],
          )}
          style={place(span)}
        >
          <span className="font-semibold max-sm:hidden">
            {formatSpan({ startsAt, endsAt }, timeZone)}
          </span>{' '}
          <span className="break-words max-sm:hidden">{entryText(entry)}</span>
          <span className="font-semibold sm:hidden">
            {entry.guest_name?.split(' ')[0] ?? kindLabels[entry.kind]}
          </span>
        </div>
      )}
      {buffer && (
        <div
          className={cx(
            'absolute inset-x-px overflow-hidden px-1 text-[0.7rem] leading-tight sm:inset-x-0.5 sm:px-1.5',
            looks.buffer,
          )}
          style={place(buffer)}
        >
          {buffer.to - buffer.from >= 0.5 && 'Between bookings'}
        </div>
      )}
    </>
  )
}
