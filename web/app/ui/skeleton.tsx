import { cx } from './cx.ts'

/** Holds the place of something that is loading. Give it the size, and the corners, of what comes. */
export function Skeleton({ className }: { className?: string }) {
  // Of two roundings on one element the style sheet's order decides, not the one who asks.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
