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

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <Mark className="h-7 w-auto" />
      <span className="font-display text-xl font-bold tracking-tight">
        {company.name.toLowerCase()}
      </span>
    </span>
  )
}
