import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  // Leaves out the default radius if `className` sets one, because only one of two radius classes
  // would apply.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
