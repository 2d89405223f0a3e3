import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  // With two radius classes, the style sheet's order would decide.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
