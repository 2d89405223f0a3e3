import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One figure and what it counts. Put several into a `<dl>`. */
export function Tile(props: {
  label: string
  value: ReactNode
  note?: ReactNode
  icon?: LucideIcon
}) {
  const { label, value, note, icon: Icon } = props
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-5">
      <dt className="flex items-center gap-2 text-sm font-medium text-ink-soft">
        {Icon && <Icon aria-hidden className="size-4 text-accent-ink" />}
        {label}
      </dt>
      <dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-ink-faint">{note}</dd>}
    </div>
  )
}
