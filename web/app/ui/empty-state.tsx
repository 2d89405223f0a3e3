import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Message for an empty list. `isCompact` makes it one row, for pages with several lists. */
export function EmptyState(props: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  isCompact?: boolean
}) {
  const { icon: Icon, title, children, action, isCompact } = props
  if (isCompact)
    return (
      <div className="flex flex-wrap items-center gap-4 rounded-card border border-dashed border-line px-4 py-4 sm:px-5">
        {Icon && <Icon aria-hidden className="size-6 shrink-0 text-accent-ink" />}
        <div className="min-w-0 grow basis-56">
          <p className="font-semibold">{title}</p>
          {children && <div className="text-sm text-ink-soft">{children}</div>}
        </div>
        {action}
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-14 text-center">
      {Icon && (
        <span className="mb-1 inline-flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <p className="font-display text-xl font-semibold">{title}</p>
      {children && <div className="max-w-md wrap-anywhere text-ink-soft">{children}</div>}
      {action && <div className="mt-3 max-w-full">{action}</div>}
    </div>
  )
}
