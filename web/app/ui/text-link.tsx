import { cx } from './cx.ts'
import { Link, type LinkProps } from './link.tsx'

export const textLinkStyles =
  'font-semibold text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current'

export function TextLink({ className, ...props }: LinkProps) {
  return <Link {...props} className={cx(textLinkStyles, className)} />
}
