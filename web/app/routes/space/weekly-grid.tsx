import {
  type KeyboardEvent,
  startTransition,
  type SyntheticEvent,
  useMemo,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { addDays, overlaps, type Span, weekOf } from '@hourspace/domain/slots.ts'
import type { Slot } from '#web/data/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { spanOf } from '#web/features/booking/draft.ts'
import { calendarDay, dateOf } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { lastDayOf } from './booking-rules.ts'
import { GridCell, GridLegend } from './grid-cell.tsx'
import { type Cell, cellsOfWeek, firstFree, weekStart } from './grid-cells.ts'
import { LastDayNote, WeekBar } from './week-bar.tsx'

type WeeklyGridProps = {
  space: SpaceDetails
  now: Date
  /** `week` is the first day of the displayed week. */
  week: string
  onWeek: (week: string) => void
  /** `slots` belong to the week; undefined while they are loading. */
  slots: readonly Slot[] | undefined
  /**
   * `isLoading` is true while the slots of a newly chosen duration load. `slots` then still belong
   * to the previous duration.
   */
  isLoading: boolean
  hours: number
  isOpen: boolean
  chosen: Span | null
  onChoose: (date: string, startsAt: string) => void
}

const arrows: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * A grid with the WAI-ARIA keyboard pattern: it has one tab stop, and arrow keys move between
 * cells.
 */
export function WeeklyGrid(props: WeeklyGridProps) {
  const { space, now, slots, hours, isLoading, isOpen } = props
  const { opening_hours, date_exceptions } = space
  const week = useMemo(() => weekOf(props.week), [props.week])
  const today = dateOf(now, space.time_zone)
  const lastWeek = weekStart(lastDayOf(space, today))
  const cells = useMemo(
    () =>
      cellsOfWeek(week, { slots, hours, now, isOpen, rules: { opening_hours, date_exceptions } }),
    [week, slots, hours, now, isOpen, opening_hours, date_exceptions],
  )
  // Paints the chosen hour before the rest of the page renders.
  const [chosen, setChosen] = useOptimistic(props.chosen)
  const [focused, setFocus] = useState(() => firstFree(cells) ?? { row: 0, column: 0 })
  // Limits the focused row to the rows of the week, because the previous week may have had more
  // rows.
  const focus = { ...focused, row: Math.min(focused.row, cells.length - 1) }
  const table = useRef<HTMLTableElement>(null)

  function moveTo(row: number, column: number) {
    const next = {
      row: Math.min(cells.length - 1, Math.max(0, row)),
      column: Math.min(6, Math.max(0, column)),
    }
    setFocus(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { row, column } = focus
    const arrow = arrows[event.key]
    if (arrow) moveTo(row + arrow[0], column + arrow[1])
    else if (event.key === 'Home') moveTo(row, 0)
    else if (event.key === 'End') moveTo(row, 6)
    else if (event.key === 'PageDown') show(1)
    else if (event.key === 'PageUp') show(-1)
    else if (event.key === 'Enter' || event.key === ' ') choose(row, column)
    else return
    event.preventDefault()
  }

  /** Calls `handle` with the position of the cell in which an event happened. */
  function inCell(event: SyntheticEvent, handle: (row: number, column: number) => void) {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
    const [row, column] = cell?.dataset['cell']?.split(' ').map(Number) ?? []
    if (row !== undefined && column !== undefined) handle(row, column)
  }

  function choose(row: number, column: number) {
    const cell = cells[row]?.[column]
    if (cell?.state !== 'free' || !cell.startsAt) return
    const { date, startsAt } = cell
    startTransition(() => {
      setChosen(spanOf({ date, startsAt, hours }))
      props.onChoose(date, startsAt)
    })
  }

  function show(step: -1 | 1 | 'today') {
    const next = step === 'today' ? weekStart(today) : addDays(props.week, step * 7)
    if (next >= weekStart(today) && next <= lastWeek) props.onWeek(next)
  }

  function showNextWeek() {
    show(1)
    // Moves the focus to the first hour of the new week, because the focused hour belongs to the
    // previous week.
    moveTo(0, 0)
  }

  return (
    <section aria-labelledby="weekly-availability" className="flex flex-col gap-4">
      <WeekBar
        id="weekly-availability"
        week={week}
        thisWeek={weekStart(today)}
        lastWeek={lastWeek}
        onShow={show}
      />
      {isOpen && <LastDayNote week={week} today={today} onNextWeek={showNextWeek} />}
      <table
        ref={table}
        // A table with arrow-key navigation has the ARIA role `grid`.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby="weekly-availability"
        aria-busy={isLoading}
        onKeyDown={onKeyDown}
        onFocus={(event) => inCell(event, (row, column) => setFocus({ row, column }))}
        onClick={(event) => inCell(event, choose)}
        className={cx(
          'w-full table-fixed border-separate border-spacing-[3px] transition-opacity duration-150 select-none',
          isLoading && 'opacity-50',
        )}
      >
        <thead>
          <tr>
            <th className="w-9 sm:w-14">
              <span className="sr-only">Hour</span>
            </th>
            {week.map((date) => (
              <DayHeader key={date} date={date} isToday={date === today} />
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, rowIndex) => (
            <tr key={keyOf(row[0])}>
              <HourHeader hour={row[0]?.hour ?? 0} />
              {row.map((cell, columnIndex) => (
                <GridCell
                  // Uses a cell's position as key, so that the focus stays when the week changes.
                  key={columnIndex}
                  cell={cell}
                  currency={space.currency}
                  row={rowIndex}
                  column={columnIndex}
                  isInTabOrder={focus.row === rowIndex && focus.column === columnIndex}
                  isChosen={isIn(chosen, cell)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <GridLegend cells={cells} />
    </section>
  )
}

const keyOf = (cell: Cell | undefined) => `${cell?.hour} ${cell?.isRepeated}`

function isIn(chosen: Span | null, { startsAt }: Cell): boolean {
  if (!chosen || !startsAt) return false
  const start = new Date(startsAt)
  return overlaps(chosen, { startsAt: start, endsAt: new Date(start.getTime() + 3_600_000) })
}

function DayHeader({ date, isToday }: { date: string; isToday: boolean }) {
  const { weekday, day, name } = calendarDay(date)
  return (
    <th
      scope="col"
      aria-label={isToday ? `${name}, today` : name}
      aria-current={isToday ? 'date' : undefined}
      className="pb-1 text-center font-sans font-normal"
    >
      <span className="block text-xs text-ink-faint">
        {weekday[0]}
        <span className="max-[18rem]:hidden">{weekday.slice(1)}</span>
      </span>
      <span
        className={cx(
          'mx-auto mt-0.5 flex size-7 items-center justify-center rounded-full text-sm font-semibold tabular-nums max-[18rem]:size-auto max-[18rem]:text-xs',
          isToday && 'bg-accent text-on-accent',
        )}
      >
        {day}
      </span>
    </th>
  )
}

function HourHeader({ hour }: { hour: number }) {
  return (
    <th scope="row" className="pr-1 text-right align-middle text-xs font-normal text-ink-faint">
      <span className="whitespace-nowrap tabular-nums">
        {hour % 12 || 12}
        <span className="max-sm:hidden"> </span>
        {hour < 12 ? 'AM' : 'PM'}
      </span>
    </th>
  )
}
