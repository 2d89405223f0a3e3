import { Check } from 'lucide-react'
import { memo } from 'react'
import { calendarDay, formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { type Cell, type CellState, stateLabels } from './grid-cells.ts'

type GridCellProps = {
  cell: Cell
  row: number
  column: number
  isInTabOrder: boolean
  isChosen: boolean
}

/**
 * One hour of the weekly grid, which handles its events. Memoized, because choosing an hour changes
 * only a few of the 91 cells.
 */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cell, row, column, isInTabOrder } = props
  const isFree = cell.state === 'free'
  // A selected hour is shown as taken if another guest has booked it.
  const isChosen = props.isChosen && isFree
  const look = isChosen ? 'chosen' : cell.state
  const shortLabel = shortLabels[cell.state]
  const words = isChosen ? 'your choice' : stateLabels[cell.state]
  return (
    <td
      data-cell={`${row} ${column}`}
      data-state={cell.state}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={`${calendarDay(cell.date).name}, ${formatHour(cell.hour)}: ${words}`}
      aria-selected={isChosen}
      aria-disabled={!isFree || undefined}
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
})

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
