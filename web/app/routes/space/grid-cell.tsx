import { Check } from 'lucide-react'
import { calendarDay, formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { type Cell, type CellState, stateLabels } from './grid-cells.ts'

/** One hour of the weekly grid. Pressing a free hour selects it as the start of the booking. */
export function GridCell(props: {
  cell: Cell
  at: string
  isInTabOrder: boolean
  isChosen: boolean
  onFocus: () => void
  onChoose: () => void
}) {
  const { cell, at, isInTabOrder } = props
  const isFree = cell.state === 'free'
  // A selected hour is shown as taken if another guest has booked it.
  const isChosen = props.isChosen && isFree
  const look = isChosen ? 'chosen' : cell.state
  const shortLabel = shortLabels[cell.state]
  const words = isChosen ? 'your choice' : stateLabels[cell.state]
  return (
    <td
      data-cell={at}
      data-state={cell.state}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={`${calendarDay(cell.date).name}, ${formatHour(cell.hour)}: ${words}`}
      aria-selected={isChosen}
      aria-disabled={!isFree || undefined}
      onFocus={props.onFocus}
      onClick={props.onChoose}
      className={cx('hour', `hour-${look}`, isFree && 'cursor-pointer')}
    >
      {isChosen ? (
        <Check aria-hidden className="mx-auto size-4" />
      ) : (
        shortLabel && (
          <span aria-hidden className="max-md:hidden">
            {shortLabel}
          </span>
        )
      )}
    </td>
  )
}

/** Short labels of an hour's states, shown in wide cells. */
const shortLabels: Partial<Record<CellState, string>> = {
  booked: 'Booked',
  held: 'On hold',
  blocked: 'Closed',
  partly: 'Part taken',
}

const entries = [
  { label: 'Free', look: 'free' },
  { label: 'Booked', look: 'booked' },
  { label: 'Held in a checkout', look: 'held' },
  { label: 'Past', look: 'past' },
  { label: 'Your selection', look: 'chosen' },
]

/** Hides the legend from screen readers, because each cell has a label. */
export function GridLegend() {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft">
      {entries.map(({ label, look }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={`size-4 rounded-small hour-${look}`} />
          {label}
        </li>
      ))}
    </ul>
  )
}
