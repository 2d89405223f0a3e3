import { cx } from './cx.ts'

/** Holds the place of something that is loading. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-pulse rounded-small bg-sunken', className)} />
  )
}
