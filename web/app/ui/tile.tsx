import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A statistic with its label, for a `<dl>` with a grid layout. */
export function Tile(props: {
  label: string
  value: ReactNode
  note?: ReactNode
  icon?: LucideIcon
}) {
  const { label, value, note, icon: Icon } = props
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-1 rounded-card border border-line bg-surface p-4 sm:p-5">
      <dt className="flex items-start gap-2 text-sm font-medium text-ink-soft">
        {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />}
        {label}
      </dt>
      <dd className="font-display text-xl font-semibold tabular-nums wrap-anywhere sm:text-2xl">
        {value}
      </dd>
      {note && <dd className="text-sm text-ink-faint">{note}</dd>}
    </div>
  )
}
