import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A bordered box. `flush` removes the padding. */
export function Card({ flush, className, ...props }: ComponentProps<'div'> & { flush?: boolean }) {
  return (
    <div
      {...props}
      className={cx(
        'rounded-card border border-line bg-surface',
        flush ? 'overflow-hidden' : 'p-5 sm:p-6',
        className,
      )}
    />
  )
}
