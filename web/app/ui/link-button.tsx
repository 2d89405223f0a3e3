import { buttonStyles, type ButtonLook } from './button-styles.ts'
import { cx } from './cx.ts'
import { Link, type LinkProps } from './link.tsx'

export function LinkButton({ variant, size, wide, className, ...props }: LinkProps & ButtonLook) {
  return <Link {...props} className={cx(buttonStyles({ variant, size, wide }), className)} />
}
