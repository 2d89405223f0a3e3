import { Link, type LinkProps } from 'react-router'
import { buttonStyles, type ButtonLook } from './button-styles.ts'
import { cx } from './cx.ts'

/** Goes somewhere, and looks like a button. */
export function LinkButton({ variant, size, wide, className, ...props }: LinkProps & ButtonLook) {
  return (
    <Link
      prefetch="intent"
      {...props}
      className={cx(buttonStyles({ variant, size, wide }), className)}
    />
  )
}
