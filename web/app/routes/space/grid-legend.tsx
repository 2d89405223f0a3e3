import { cx } from '#web/ui/cx.ts'
import { cellLooks } from './cell-looks.ts'

const entries = [
  { label: 'Free', look: cellLooks.free },
  { label: 'Booked', look: cellLooks.booked },
  { label: 'Held in a checkout', look: cellLooks.held },
  { label: 'Past', look: cellLooks.past },
  { label: 'Your choice', look: 'bg-accent' },
]

/** What the looks of the weekly grid mean. Cells say it themselves to screen readers. */
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
