import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

/** A link within or beside text. */
export function TextLink({ className, ...props }: LinkProps) {
  return (
    <Link
      prefetch="intent"
      {...props}
      className={cx(
        'font-semibold text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current',
        className,
      )}
    />
  )
}
