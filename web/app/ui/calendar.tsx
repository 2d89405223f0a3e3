import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  type CalendarProps,
  type DateValue,
} from 'react-aria-components'
import { cx } from './cx.ts'

const arrowStyles =
  'inline-flex size-10 items-center justify-center rounded-full text-ink hover:bg-sunken data-disabled:opacity-30'

const cellStyles = cx(
  'inline-flex size-10 items-center justify-center rounded-full text-sm tabular-nums pointer-coarse:size-11',
  'hover:bg-sunken data-outside-month:hidden data-selected:bg-accent data-selected:font-semibold data-selected:text-on-accent data-selected:forced-color-adjust-none',
  'data-disabled:text-ink-faint/60 data-disabled:hover:bg-transparent data-unavailable:line-through',
)

export function Calendar(
  props: Omit<CalendarProps<DateValue>, 'className' | 'children' | 'aria-label'> & {
    label: string
  },
) {
  const { label, ...rest } = props
  return (
    <AriaCalendar {...rest} aria-label={label}>
      <header className="mb-2 flex items-center justify-between gap-2">
        <Button slot="previous" className={arrowStyles}>
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <Heading className="text-lg" />
        <Button slot="next" className={arrowStyles}>
          <ChevronRight aria-hidden className="size-5" />
        </Button>
      </header>
      <CalendarGrid className="w-full border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="pb-1 text-xs font-medium text-ink-faint">
              {day}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={cellStyles} />}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  )
}
