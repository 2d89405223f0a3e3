import { Check } from 'lucide-react'
import { calendarDay, formatHour } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { cellLooks, shortWords } from './cell-looks.ts'
import { stateInWords, type Cell } from './grid-cells.ts'

/** One hour of one day. Choosing a free one starts the booking there. */
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
  // A chosen hour that somebody else has taken meanwhile shows that it is taken.
  const isChosen = props.isChosen && isFree
  const words = isChosen ? 'your choice' : stateInWords(cell.state)
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
        isChosen ? 'bg-accent text-on-accent' : cellLooks[cell.state],
        isFree && 'cursor-pointer',
      )}
    >
      {isChosen ? (
        <Check aria-hidden className="mx-auto size-4" />
      ) : (
        <span aria-hidden className="max-md:hidden">
          {shortWords[cell.state]}
        </span>
      )}
    </td>
  )
}
