import { cx } from './cx.ts'

/** Placeholder for loading content. `className` sets its size and corner radius. */
export function Skeleton({ className }: { className?: string }) {
  // Omits the default radius if `className` has one. With both classes, the style sheet's order
  // would decide.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
