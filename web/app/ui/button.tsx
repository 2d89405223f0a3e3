import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import type { ReactNode } from 'react'
import { buttonStyles, type ButtonLook } from './button-styles.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> &
  ButtonLook & {
    children: ReactNode
    /** Said instead of the children while `isPending`, as 'Processing...'. */
    pendingText?: string
    className?: string
  }

/** Does something here. `isPending` keeps its place and focus and ignores presses. */
export function Button({
  variant,
  size,
  wide,
  children,
  pendingText,
  className,
  ...props
}: ButtonProps) {
  return (
    <AriaButton {...props} className={cx(buttonStyles({ variant, size, wide }), className)}>
      {({ isPending }) =>
        isPending ? (
          <>
            <Spinner />
            {pendingText ?? children}
          </>
        ) : (
          children
        )
      }
    </AriaButton>
  )
}
