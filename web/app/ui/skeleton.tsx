import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  // Adds no default radius if `className` has one, because only one of the two can apply.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
