import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  // Omits the default radius if `className` sets one, because CSS order would pick one of them.
  const rounding = !className?.includes('rounded-') && 'rounded-small'
  return <span aria-hidden className={cx('block animate-pulse bg-sunken', rounding, className)} />
}
