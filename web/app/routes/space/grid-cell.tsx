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
      className={cx(
        'h-9 rounded-small text-center align-middle text-xs font-medium transition-colors duration-150 sm:h-10',
        isChosen ? 'bg-accent text-on-accent' : cellStyles[cell.state],
        isFree && 'cursor-pointer',
      )}
    >
      {isChosen ? (
        <Check aria-hidden className="mx-auto size-4" />
      ) : (
        <span aria-hidden className="max-md:hidden">
          {shortLabels[cell.state]}
        </span>
      )}
    </td>
  )
}

/** Stripes distinguish taken hours without relying on color. */
const striped =
  'bg-[repeating-linear-gradient(135deg,var(--color-transparent)_0_4px,color-mix(in_oklab,currentColor_14%,transparent)_4px_8px)]'

const cellStyles: Record<CellState, string> = {
  free: 'border border-success/35 bg-success-soft/60 text-success-ink hover:border-success hover:bg-success/20',
  past: 'bg-sunken/60',
  booked: `border border-danger/35 text-danger-ink ${striped}`,
  held: `border border-caution/50 text-caution-ink ${striped}`,
  blocked: `border border-line text-ink-soft ${striped}`,
  partly: `border border-line text-ink-soft ${striped}`,
  closed: `border border-line text-ink-faint ${striped}`,
  missing: '',
}

/** Short labels for the states of an hour, shown in wide cells. */
const shortLabels: Partial<Record<CellState, string>> = {
  booked: 'Booked',
  held: 'On hold',
  blocked: 'Closed',
  partly: 'Part taken',
}

const entries = [
  { label: 'Free', look: cellStyles.free },
  { label: 'Booked', look: cellStyles.booked },
  { label: 'Held in a checkout', look: cellStyles.held },
  { label: 'Past', look: cellStyles.past },
  { label: 'Your selection', look: 'bg-accent' },
]

/** The legend is hidden from screen readers, because the cells have labels. */
export function GridLegend() {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft">
      {entries.map(({ label, look }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={cx('size-4 rounded-small', look)} />
          {label}
        </li>
      ))}
    </ul>
  )
}
