import { company } from '@hourspace/domain/company.ts'
import { cx } from '#web/ui/cx.ts'
import { markPaths } from '#web/ui/mark.ts'

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox={markPaths.viewBox} aria-hidden className={cx('shrink-0', className)}>
      <path d={markPaths.door} className="fill-lamp" />
      <path d={markPaths.arch} className="fill-accent-ink" />
    </svg>
  )
}

export function Logo({ nameClassName }: { nameClassName?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark className="h-7 w-auto" />
      <span className={cx('font-display text-xl font-bold tracking-tight', nameClassName)}>
        {company.name.toLowerCase()}
      </span>
    </span>
  )
}
