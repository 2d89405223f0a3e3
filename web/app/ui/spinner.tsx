import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/**
 * `label` is the text for screen readers. Omit it if a text next to the spinner already says what
 * is loading.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <LoaderCircle aria-hidden className="size-[1.25em] animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
