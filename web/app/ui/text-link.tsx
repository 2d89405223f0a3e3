import { cx } from './cx.ts'
import { Link, type LinkProps } from './link.tsx'

export function TextLink({ className, ...props }: LinkProps) {
  return <Link {...props} className={cx('text-link', className)} />
}
