import { Check } from 'lucide-react'
import { memo } from 'react'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { calendarDay, formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import type { Cell, CellState } from './grid-cells.ts'

type GridCellProps = {
  cell: Cell
  row: number
  column: number
  currency: Currency
  isInTabOrder: boolean
  isChosen: boolean
}

/** One hour of the weekly grid. Memoized, because choosing an hour changes only a few cells. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cell, row, column, currency, isInTabOrder } = props
  const isFree = cell.state === 'free'
  // Shows a selected hour as taken if another guest has booked it.
  const isChosen = props.isChosen && (isFree || cell.state === 'short')
  const look = isChosen ? 'chosen' : cell.state
  const shortLabel = shortLabels[cell.state]
  const price = cell.price !== null && formatMoney(cell.price, currency)
  const words = `${isChosen ? 'your choice' : cell.words}${price ? `, ${price} per hour` : ''}`
  return (
    <td
      data-cell={`${row} ${column}`}
      data-state={cell.state}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={`${calendarDay(cell.date).name}, ${formatHour(cell.hour)}${cell.isRepeated ? ' again' : ''}: ${words}`}
      aria-selected={isChosen}
      aria-disabled={!isFree || undefined}
      className={cx('hour', `hour-${look}`, isFree && 'cursor-pointer')}
    >
      {isChosen ? (
        <Check aria-hidden className="mx-auto size-4" />
      ) : cell.price !== null ? (
        <span aria-hidden className="text-[0.625rem] tabular-nums sm:text-xs">
          {shortPrice(cell.price, currency)}
        </span>
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

/** Short labels for the states of an hour, shown if the cells are wide enough. */
const shortLabels: Partial<Record<CellState, string>> = {
  booked: 'Booked',
  held: 'On hold',
  blocked: 'Closed',
  partly: 'Part taken',
  buffer: 'Break',
}

/** Formats a price in compact notation, such as '€60' and '¥12K'. */
const shortPrice = (price: number, currency: Currency) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: price < 10 ? 2 : price < 1_000 ? 0 : 1,
  }).format(price)

const entries = [
  { label: 'Free', look: 'free' },
  { label: 'Booked', look: 'booked' },
  { label: 'On hold for another guest', look: 'held' },
  { label: 'Past', look: 'past' },
  { label: 'Your selection', look: 'chosen' },
]

/** Entries that the legend shows only if the week contains an hour in this state. */
const rareEntries = [
  { label: 'Free, but too short', look: 'short' },
  { label: 'Break between bookings', look: 'buffer' },
  { label: 'Closed', look: 'closed' },
]

/** Legend of the weekly grid. Hidden from screen readers, because each cell has a label. */
export function GridLegend({ cells }: { cells: readonly Cell[][] }) {
  const shown = new Set<string>(cells.flatMap((row) => row.map(({ state }) => state)))
  const rare = rareEntries.filter(({ look }) => shown.has(look))
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft">
      {[...entries, ...rare].map(({ label, look }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={`size-4 rounded-small hour-${look}`} />
          {label}
        </li>
      ))}
    </ul>
  )
}
